import { useState } from 'react'
import { Link, redirect, useLoaderData } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import { Refusal } from '#contract/refusal.ts'
import type { ListRow, PriceListSummary } from '#contract/schemas/prices.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { Button } from '#web/ui/button.tsx'
import { createId } from '#web/ui/create-id.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Status } from '#web/ui/status.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { Money } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/price-list-page'
import { describeTarget, ListRowDialog, readListRow } from './list-row-dialog.tsx'

export async function clientLoader({ request, context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [priceList, groups] = await Promise.all([
    getOrNotFound(client.getPriceList({ params }), 'list'),
    client.listDiscountGroups({}),
  ])
  const list = await loadList(request, columns, {
    list: query => client.listListRows({ params, query }),
    count: query => client.countListRows({ params, query }),
  })
  return { priceList, groups, list }
}

type Handler = (client: Client, id: string, form: FormData) => Promise<string>

const handlers: Record<string, Handler> = {
  async add(client, id, form) {
    await client.addListRow({ params: { id }, body: readListRow(form) })
    return 'The row is saved'
  },
  async delete(client, id, form) {
    await client.deleteListRow({ params: { id, rowId: String(form.get('rowId')) } })
    return 'The row is deleted'
  },
  async rename(client, id, form) {
    const shown = { name: String(form.get('shownName')) }
    await client.renamePriceList({ params: { id }, body: { name: String(form.get('name') ?? ''), shown } })
    return 'The list is renamed'
  },
}

export async function clientAction({ request, context, params: { id } }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const intent = String(form.get('intent'))
  try {
    if (intent === 'deleteList') await client.deletePriceList({ params: { id } })
    else toast('success', (await handlers[intent]?.(client, id, form)) ?? '')
  } catch (error) {
    const [failure, errors] = [toErrorMessage(error), toFieldErrors(error)]
    if (intent === 'delete' || intent === 'deleteList') toast('error', failure)
    return { failure, errors, code: error instanceof Refusal ? error.code : '' }
  }
  if (intent !== 'deleteList') return { saved: createId() }
  toast('success', 'The price list is deleted')
  throw redirect('/dashboard/priceLists')
}

export const meta = titleMeta('Price list')

const columns: ListColumns<ListRow, 'listListRows'> = [
  {
    name: 'For',
    cell: row => (
      <>
        <span className="block font-semibold wrap-anywhere" dir="auto">
          {row.toolId ? (
            <Link to={`/dashboard/manageProducts/${row.toolId}`} className="hover:underline">
              {row.toolName}
            </Link>
          ) : (
            describeTarget(row)
          )}
        </span>
        {row.sku !== '' && <span className="text-muted">{row.sku}</span>}
      </>
    ),
    className: 'w-[35%]',
    card: 'title',
  },
  { name: 'From', cell: ({ validFrom }) => <span className="whitespace-nowrap">{validFrom}</span>, card: 'text' },
  { name: 'Price', cell: row => <Terms row={row} />, numeric: true, card: 'amount' },
  {
    name: 'List price',
    cell: ({ listPrice }) => listPrice !== null && <Money of={listPrice} />,
    numeric: true,
    card: 'note',
  },
  {
    name: 'State',
    filter: {
      param: 'state',
      choices: [
        ['current', 'In force'],
        ['future', 'From a later day'],
        ['replaced', 'Replaced'],
      ],
    },
    cell: row => <RowState row={row} />,
    card: 'status',
  },
  { name: 'Actions', cell: row => <RowActions row={row} />, card: 'action' },
]

function Terms({ row: { price, priceBreaks, percentOff } }: { row: ListRow }) {
  if (percentOff !== null) return `−${formatNumber(percentOff)}%`
  if (price === null) return <span className="text-muted">ends</span>
  return (
    <>
      <Money of={price} />
      {priceBreaks.map(({ from, price }) => (
        <span key={from} className="block text-sm text-muted">
          {formatNumber(from)}+ <Money of={price} />
        </span>
      ))}
    </>
  )
}

function RowState({ row: { state, isAbovePublic } }: { row: ListRow }) {
  if (isAbovePublic && state !== 'replaced')
    return (
      <span title="Everybody pays less: the public price is charged.">
        <Status kind="error" wraps>
          Not below the public price
        </Status>
      </span>
    )
  if (state === 'replaced') return <span className="text-muted">Replaced</span>
  return state === 'current' ? <Status kind="success">In force</Status> : <Status kind="waiting">From its day</Status>
}

function RowActions({ row }: { row: ListRow }) {
  const { groups } = useLoaderData<typeof clientLoader>()
  const [isOpen, setOpen] = useState(false)
  const name = row.toolName || describeTarget(row)
  return (
    <div className="flex flex-wrap gap-2">
      <Button className="btn btn-quiet btn-sm" aria-label={`Change the row of ${name}`} onClick={() => setOpen(true)}>
        Change
      </Button>
      <ConfirmRowAction
        question={`Delete the row of ${name} from ${row.validFrom}?`}
        detail="An earlier row counts again. To end a price from a day on, add a row that ends it."
        fields={{ intent: 'delete', rowId: row._id }}
        label={`Delete the row of ${name}`}
        className="btn-delete"
      >
        Delete
      </ConfirmRowAction>
      {isOpen && <ListRowDialog title="Change the row" row={row} groups={groups} onClose={() => setOpen(false)} />}
    </div>
  )
}

export default function PriceList({ loaderData: { priceList, groups, list } }: Route.ComponentProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Crumb to="/dashboard/priceLists">Price lists</Crumb>
      <PagedList
        title={priceList.name}
        nouns={['row', 'rows']}
        searchHint="Tool, SKU or discount group"
        list={list}
        columns={columns}
        note={<ListedFor priceList={priceList} />}
        exports={[['listRows', 'Export as CSV', { listId: priceList._id }]]}
      />
      <div className="flex flex-wrap gap-3">
        <Button className="btn btn-primary btn-sm" onClick={() => setOpen(true)}>
          Add a row
        </Button>
        <Link to={`/dashboard/imports?list=${priceList._id}`} className="btn btn-quiet btn-sm">
          Import rows
        </Link>
        <ConfirmRowAction
          question="Rename the price list?"
          questionFields={errors => (
            <Field label="Name" name="name" defaultValue={priceList.name} error={errors.name} />
          )}
          fields={{ intent: 'rename', shownName: priceList.name }}
          label="Rename the price list"
          className="btn-quiet"
        >
          Rename
        </ConfirmRowAction>
        <ConfirmRowAction
          question={`Delete ${priceList.name} with all of its rows?`}
          detail={priceList.company ? 'The company pays the prices of its other list then.' : undefined}
          fields={{ intent: 'deleteList' }}
          label={`Delete ${priceList.name}`}
          className="btn-delete"
        >
          Delete the list
        </ConfirmRowAction>
      </div>
      {isOpen && <ListRowDialog title="Add a row" row={undefined} groups={groups} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ListedFor({ priceList: { company, companies } }: { priceList: PriceListSummary }) {
  if (!company) return ` · ${formatCount(companies, ['company has', 'companies have'])} it`
  return (
    <>
      {' · contract of '}
      <Link to={`/dashboard/companies/${company._id}`} dir="auto" className="link">
        {company.name}
      </Link>
    </>
  )
}
