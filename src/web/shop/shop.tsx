import { clientContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/shop'
import { ToolGrid } from './tool-card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return context
    .get(clientContext)
    .listTools({})
    .catch(() => [])
}

export const meta = titled('Shop')

export default function Shop({ loaderData: tools }: Route.ComponentProps) {
  return (
    <section className="page-width mt-10">
      <h1 className="section-title mb-8">Shop</h1>
      <ToolGrid tools={tools} />
    </section>
  )
}
