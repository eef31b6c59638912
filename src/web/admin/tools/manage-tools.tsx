import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatMoney } from '#contract/money.ts'
import type { ListedTool } from '#contract/schemas/tools.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { createNumberReader } from '#web/ui/forms/read-numbers.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { ConfirmRowAction } from '#web/ui/row-actions.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-tools'
import { actOnTools, bulkTools } from './bulk-tools.ts'
import { type StockAnswer, StockCell } from './stock-cell.tsx'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listTools({ query: { ...query, sort: query.sort ?? 'newest' } }),
    count: query => client.countTools({ query }),
  })
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  if (form.get('intent') === 'stock') return correctStock(client, form)
  if (form.has('ids')) return actOnTools(client, form)
  try {
    const { deletedCount } = await client.deleteTool({ params: { id: String(form.get('id')) } })
    assertDone(deletedCount > 0, 'That tool was deleted already.')
    toast('success', 'The tool is deleted')
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

async function correctStock(client: Client, form: FormData): Promise<StockAnswer> {
  const { readPieces } = createNumberReader(form)
  const adjustmentId = String(form.get('adjustmentId'))
  try {
    await client.adjustStock({
      params: { id: String(form.get('id')), adjustmentId },
      body: { reason: 'edit', available: readPieces('available'), availableBefore: readPieces('availableBefore') },
    })
  } catch (error) {
    return { refused: toFieldErrors(error).available ?? toErrorMessage(error) }
  }
  toast('success', 'The stock is changed')
  return { saved: adjustmentId }
}

export const meta = titleMeta('Manage Tools')

const columns: ListColumns<ListedTool, 'listTools'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Tool Name',
    cell: tool => (
      <div className="flex items-center gap-3">
        <ProductImage src={tool.image} alt="" sizes="40px" className="max-w-10 rounded-field" />
        <span dir="auto">
          {tool.name}
          {tool.discontinued && <small className="block font-normal text-muted">Discontinued</small>}
        </span>
      </div>
    ),
    className: 'font-semibold wrap-anywhere',
    sort: 'name',
  },
  {
    name: 'Delete Product',
    cell: tool => (
      <ConfirmRowAction
        question="Are you sure to delete this tool?"
        detail={tool.name}
        fields={{ id: tool._id }}
        label={`Delete ${tool.name}`}
        className="btn-delete"
      >
        Delete
      </ConfirmRowAction>
    ),
  },
  { name: 'Price', cell: tool => formatMoney(tool.price), sort: 'price', numeric: true },
  {
    name: 'Available',
    filter: {
      param: 'orderable',
      choices: [
        ['true', 'Minimum order in stock'],
        ['false', 'To restock'],
      ],
    },
    cell: tool => <StockCell tool={tool} />,
    sort: 'available',
    numeric: true,
  },
  { name: 'Minimum', cell: tool => tool.minimum.toLocaleString('en-US'), numeric: true },
  {
    name: 'Edit',
    cell: tool => (
      <Link to={tool._id} className="btn btn-quiet btn-sm" aria-label={`Edit ${tool.name}`}>
        Edit
      </Link>
    ),
  },
]

export default function ManageTools({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Manage Tools"
      nouns={['tool', 'tools']}
      searchLabel="Search by name, SKU, brand or description"
      list={list}
      exports={[['tools', 'Export as CSV']]}
      bulk={bulkTools}
      wide
      columns={columns}
    />
  )
}
