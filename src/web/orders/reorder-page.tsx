import { Link } from 'react-router'
import type { CartLine } from '#contract/schemas/carts.ts'
import { checkLine } from '#web/cart/check-line.ts'
import { LineTable, RemovedNote } from '#web/cart/line-table.tsx'
import { clientContext } from '#web/context.ts'
import { AddLinesToCart } from '#web/lists/add-lines-to-cart.tsx'
import { useLines } from '#web/lists/use-lines.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import type { Route } from './+types/reorder-page'

export { MissingOrder as ErrorBoundary } from './missing-order.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { number, lines } = await getOrNotFound(client.getOrderDetails({ params }), 'order')
  const tools = await client.findTools({ body: { ids: lines.map(({ toolId }) => toolId) } })
  const byId = new Map(tools.map(tool => [tool._id, tool]))
  return { number, lines: lines.map((line): CartLine => ({ ...line, tool: byId.get(line.toolId) ?? null })) }
}

export const meta = titleMeta('Order Again')

export default function Reorder({ loaderData }: Route.ComponentProps) {
  const { lines, removed, changeLine, removeLine, undoRemoval, replaceLine } = useLines(loaderData.lines)
  const changedIds = new Set(loaderData.lines.filter(hasProblem).map(({ toolId }) => toolId))
  const changed = lines.filter(line => changedIds.has(line.toolId) && hasProblem(line)).length
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="section-title">Order {loaderData.number} again</h1>
      <p role="status" className="text-muted">
        {describeChanges(changed)}
      </p>
      {lines.length > 0 && (
        <>
          <LineTable lines={lines} onChange={changeLine} onRemove={removeLine} onReplace={replaceLine} />
          <AddLinesToCart lines={lines} />
        </>
      )}
      <RemovedNote removed={removed} onUndo={undoRemoval} />
      <Link to=".." relative="path" className="link w-fit">
        Back to the order
      </Link>
    </section>
  )
}

const hasProblem = (line: CartLine) => checkLine(line).problem !== undefined

function describeChanges(count: number): string {
  if (count === 0) return 'Prices and stock as of today.'
  return count === 1 ? 'One line has changed since then.' : `${count} lines have changed since then.`
}
