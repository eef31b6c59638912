import { Link, useLocation } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { ListedTool } from '#contract/schemas/tools.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, toErrorMessage } from '#web/session/api-errors.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Cut } from '#web/ui/text/cut.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/manage-tools'
import { actOnTools, bulkTools } from './bulk-tools.tsx'
import { toEditLinkId } from './edit-link.ts'
import { correctPrice, PriceCell } from './price-cell.tsx'
import { correctStock, StockCell } from './stock-cell.tsx'

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
  if (form.get('intent') === 'price') return correctPrice(client, form)
  if (form.has('ids')) return actOnTools(client, form)
  try {
    const { deletedCount } = await client.deleteTool({ params: { id: String(form.get('id')) } })
    assertDone(deletedCount > 0, 'That tool was deleted already.')
    toast('success', `${form.get('name')} is deleted`)
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = titleMeta('Manage Tools')

const columns: ListColumns<ListedTool, 'listTools'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Tool Name',
    cell: tool => (
      <div className="flex items-center gap-2">
        <ProductImage src={tool.image} alt="" sizes="36px" className="max-w-9 shrink-0 rounded-field" />
        <span className="min-w-0">
          <strong className="font-semibold">
            <Cut>{tool.name}</Cut>
          </strong>
          <span className="flex gap-2 text-muted">
            <Cut>{[tool.sku, tool.brand].filter(Boolean).join(' · ')}</Cut>
            {tool.discontinued && <span className="shrink-0">Discontinued</span>}
          </span>
        </span>
      </div>
    ),
    className: 'w-[50%] max-w-0',
    sort: 'name',
    card: 'title',
  },
  {
    name: 'Delete Product',
    cell: tool => (
      <ConfirmRowAction
        question="Are you sure to delete this tool?"
        detail={`${tool.name} leaves the shop at once, and no list shows it any more. Orders keep it. To sell the rest first, discontinue it.`}
        fields={{ id: tool._id, name: tool.name }}
        label={`Delete ${tool.name}`}
        className="btn-delete"
      >
        Delete
      </ConfirmRowAction>
    ),
    card: 'action',
  },
  { name: 'Price', cell: tool => <PriceCell tool={tool} />, sort: 'price', numeric: true, card: 'status' },
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
    card: 'status',
  },
  { name: 'Minimum', cell: tool => formatNumber(tool.minimum), numeric: true },
  {
    name: 'Edit',
    cell: tool => <EditLink tool={tool} />,
    card: 'amount',
  },
]

export default function ManageTools({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Manage Tools"
      nouns={['tool', 'tools']}
      searchHint="Name, SKU, brand or description"
      list={list}
      exports={[['tools', 'Export as CSV']]}
      bulk={bulkTools}
      wide
      columns={columns}
    />
  )
}

function EditLink({ tool: { _id, name } }: { tool: ListedTool }) {
  const { search } = useLocation()
  return (
    <Link
      id={toEditLinkId(_id)}
      to={_id}
      state={{ list: search }}
      className="btn btn-quiet btn-sm"
      aria-label={`Edit ${name}`}
    >
      Edit
    </Link>
  )
}
