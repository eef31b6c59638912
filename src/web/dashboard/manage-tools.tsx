import { Link, redirect } from 'react-router'
import { money } from '#contract/rules.ts'
import { api } from '#web/account/api.ts'
import { signedInAdmin } from '#web/account/guards.ts'
import { failureOf } from '#web/frame/failure.ts'
import { titled } from '#web/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-tools'
import { ListFrame } from './list-frame.tsx'
import { addressOf, pageOf, queryOf, readListSearch, sortingBy } from './list-search.ts'
import { AskedRowAction } from './row-actions.tsx'

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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { api } = await signedInAdmin(request)
  const search = readListSearch(request, sorts, shows)
  const { q, sort = 'newest', show: orderable } = search
  const [found, { count }] = await Promise.all([
    api.listTools({ query: { ...queryOf(search), sort, orderable } }),
    api.countTools({ query: { q, orderable } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(addressOf(search))
  return { search, page: pageOf(search, found), count }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  try {
    await api.deleteTool({ params: { id: String(form.get('id')) } })
  } catch (error) {
    toast('error', failureOf(error))
  }
  return null
}

export const meta = titled('Manage Tools')

export default function ManageTools({ loaderData: list }: Route.ComponentProps) {
  const { search, page } = list
  return (
    <ListFrame
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
            sorting: sortingBy(search, 'name', '-name'),
          },
          {
            name: 'Delete Product',
            cell: tool => (
              <AskedRowAction
                question="Are you sure to delete this tool?"
                fields={{ id: tool._id }}
                label={`Delete ${tool.name}`}
                className="btn-outline btn-error"
              >
                Delete
              </AskedRowAction>
            ),
          },
          { name: 'Price', cell: tool => money(tool.price), sorting: sortingBy(search, 'price', '-price') },
          {
            name: 'Available',
            cell: tool => (
              <span className={tool.available < tool.minimum ? 'text-error' : undefined}>
                {tool.available.toLocaleString('en-US')}
                {tool.available < tool.minimum && ' (too few)'}
              </span>
            ),
            sorting: sortingBy(search, 'available', '-available'),
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
    </ListFrame>
  )
}
