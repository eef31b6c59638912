import { Link, redirect } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { clientContext } from '#web/context.ts'
import { toErrorMessage } from '#web/layout/failure.ts'
import { privateMeta } from '#web/seo/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { ConfirmRowAction } from '#web/ui/row-actions.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-tools'
import { AdminListLayout } from './admin-list-layout.tsx'
import { buildAddress, readListSearch, toColumnSorting, toListPage, toListQuery } from './list-search.ts'

const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['available', 'Stock, low to high'],
  ['-available', 'Stock, high to low'],
] as const
const shows = [
  ['true', 'Minimum order in stock'],
  ['false', 'To restock'],
] as const

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const api = context.get(clientContext)
  const search = readListSearch(request, sorts, shows)
  const { q, sort = 'newest', show: orderable } = search
  const [found, { count }] = await Promise.all([
    api.listTools({ query: { ...toListQuery(search), sort, orderable } }),
    api.countTools({ query: { q, orderable } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(buildAddress(search))
  return { search, page: toListPage(search, found), count }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const api = context.get(clientContext)
  const form = await request.formData()
  try {
    await api.deleteTool({ params: { id: String(form.get('id')) } })
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = privateMeta('Manage Tools')

export default function ManageTools({ loaderData: list }: Route.ComponentProps) {
  const { search, page } = list
  return (
    <AdminListLayout
      title="Manage Tools"
      nouns={['tool', 'tools']}
      searchLabel="Search by name or description"
      sorts={sorts}
      shows={shows}
      list={list}
    >
      <CardTable
        first={search.row}
        rows={page.rows}
        columns={[
          { name: 'SL no.', cell: (_, number) => number },
          {
            name: 'Tool Name',
            cell: tool => tool.name,
            className: 'font-semibold',
            sorting: toColumnSorting(search, 'name', '-name'),
          },
          {
            name: 'Delete Product',
            cell: tool => (
              <ConfirmRowAction
                question="Are you sure to delete this tool?"
                fields={{ id: tool._id }}
                label={`Delete ${tool.name}`}
                className="btn-outline btn-error"
              >
                Delete
              </ConfirmRowAction>
            ),
          },
          { name: 'Price', cell: tool => formatMoney(tool.price), sorting: toColumnSorting(search, 'price', '-price') },
          {
            name: 'Available',
            cell: tool => (
              <span className={tool.available < tool.minimum ? 'text-error' : undefined}>
                {tool.available.toLocaleString('en-US')}
                {tool.available < tool.minimum && ' (too few)'}
              </span>
            ),
            sorting: toColumnSorting(search, 'available', '-available'),
          },
          { name: 'Minimum', cell: tool => tool.minimum.toLocaleString('en-US') },
          {
            name: 'Edit',
            cell: tool => (
              <Link to={tool._id} className="btn btn-quiet btn-sm" aria-label={`Edit ${tool.name}`}>
                Edit
              </Link>
            ),
          },
        ]}
      />
    </AdminListLayout>
  )
}
