import { Link, useLoaderData } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { AccountSummary } from '#contract/schemas/accounts.ts'
import { AdminStatus } from '#web/admin/admin-status.tsx'
import { clientContext } from '#web/context.ts'
import { hasAllAreas, useAreas } from '#web/dashboard/areas.ts'
import { CloseAccount } from '#web/dashboard/close-account.tsx'
import { closeAccount, downloadPersonalData } from '#web/dashboard/personal-data.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, toErrorMessage } from '#web/session/api-errors.ts'
import { accountContext } from '#web/session/middleware.ts'
import { Status } from '#web/ui/status.tsx'
import { Cut } from '#web/ui/text/cut.tsx'
import { formatCount } from '#web/ui/text/format-count.ts'
import { formatShortDate } from '#web/ui/text/format-time.ts'
import { Money } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction, RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/accounts'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const list = await loadList(request, columns, {
    list: query => client.listAccounts({ query: { ...query, totals: 'true' } }),
    count: query => client.countAccounts({ query }),
  })
  return { list, ownEmail: context.get(accountContext).email }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  const params = { email: String(form.get('email')) }
  try {
    if (form.get('intent') === 'download') {
      await downloadPersonalData(client, params.email)
    } else if (form.get('intent') === 'closeAccount') {
      await closeAccount(client, form)
    } else if (form.get('intent') === 'cancelUnpaid') {
      const { deletedCount, beingPaid, unavailable, mismatched } = await client.cancelUnpaidOrders({ params })
      const nouns = ['order', 'orders'] as const
      if (deletedCount > 0) toast('success', `Cancelled ${formatCount(deletedCount, nouns)} of ${params.email}`)
      if (beingPaid > 0) toast('error', `${formatCount(beingPaid, nouns)} left: a payment is on its way.`)
      if (unavailable > 0)
        toast('error', `${formatCount(unavailable, nouns)} left: the card payment provider does not answer.`)
      if (mismatched > 0)
        toast(
          'error',
          `${formatCount(mismatched, nouns)} left: the payment at the card payment provider is of another order.`,
        )
      assertDone(deletedCount + beingPaid + unavailable + mismatched > 0, 'That person has no unpaid orders any more.')
    } else if (form.get('intent') === 'demote') {
      const { modifiedCount } = await client.demote({ params })
      assertDone(modifiedCount > 0, 'That person is no admin any more.')
      toast('success', 'Successfully removed an admin')
    } else {
      const { modifiedCount } = await client.promote({ params })
      if (modifiedCount > 0) toast('success', 'Successfully made an admin')
      else return failPromotion('That person is an admin already.')
    }
  } catch (error) {
    if (error instanceof Response) throw error
    if (form.get('intent') === 'promote') return failPromotion(toErrorMessage(error))
    toast('error', toErrorMessage(error))
  }
  return null
}

function failPromotion(reason: string) {
  toast('error', 'Failed to make an admin')
  return { reason }
}

export const meta = titleMeta('All Users')

const columns: ListColumns<AccountSummary, 'listAccounts'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Email',
    filter: { param: 'blocked', label: 'Access', choices: [['true', 'Blocked']] },
    cell: account => (
      <>
        <Link to={account._id} className="block truncate font-semibold hover:underline" title={account.email}>
          {account.email}
        </Link>
        <span className="flex gap-3 text-muted">
          <Cut>{account.name}</Cut>
          {account.blocked && <Status kind="error">Blocked</Status>}
        </span>
      </>
    ),
    className: 'w-[45%] max-w-0',
    sort: 'email',
    card: 'title',
  },
  {
    name: 'Make admin',
    filter: {
      param: 'role',
      label: 'Role',
      choices: [
        ['admin', 'Admins'],
        ['customer', 'Customers'],
      ],
    },
    cell: account => <MakeAdmin account={account} />,
    card: 'action',
  },
  { name: 'Unpaid Orders', cell: account => <CancelUnpaidOrders account={account} />, card: 'action' },
  { name: 'Orders', cell: ({ totals }) => totals && formatNumber(totals.orders), numeric: true },
  { name: 'Paid', cell: ({ totals }) => totals && <Money of={totals.paidTotal} />, numeric: true, card: 'amount' },
  {
    name: 'Last order',
    cell: ({ totals }) =>
      totals?.lastOrderAt && <span className="last-order">{formatShortDate(totals.lastOrderAt)}</span>,
    className: 'whitespace-nowrap',
    card: 'status',
  },
]

export default function Accounts({ loaderData: { list } }: Route.ComponentProps) {
  const areas = useAreas()
  return (
    <PagedList
      title="All Users"
      nouns={['user', 'users']}
      searchHint="Email or name"
      list={list}
      exports={areas.includes('accounts') ? [['accounts', 'Export as CSV']] : []}
      columns={columns}
      wide
      details={{ render: account => <AccountRowDetails account={account} />, toName: ({ email }) => email }}
    />
  )
}

function MakeAdmin({ account }: { account: AccountSummary }) {
  const isFullAdmin = hasAllAreas(useAreas())
  const { ownEmail } = useLoaderData<typeof clientLoader>()
  if (account.role !== 'admin')
    return (
      isFullAdmin && (
        <ConfirmRowAction
          question={`Make ${account.email} an admin? Admins see all users and orders, change the catalogue and make admins.`}
          fields={{ intent: 'promote', email: account.email }}
          label={`Make admin: ${account.email}`}
          className="btn-quiet"
        >
          Make admin
        </ConfirmRowAction>
      )
    )
  return (
    <div className="flex flex-wrap items-center gap-4">
      <AdminStatus areas={account.areas} />
      {isFullAdmin && account.email !== ownEmail && (
        <RowAction
          fields={{ intent: 'demote', email: account.email }}
          label={`Remove admin: ${account.email}`}
          className="btn-quiet"
        >
          Remove admin
        </RowAction>
      )}
    </div>
  )
}

function CancelUnpaidOrders({ account: { email, totals } }: { account: AccountSummary }) {
  const mayCancel = useAreas().includes('orders')
  if (!totals?.unpaid) return null
  return (
    <span className="flex items-center gap-2">
      <span data-unit="unpaid">{totals.unpaid}</span>
      {mayCancel && (
        <ConfirmRowAction
          question={`Are you sure to cancel all unpaid orders of ${email}?`}
          detail={`They are ${formatCount(totals.unpaid, ['order', 'orders'])}.`}
          fields={{ intent: 'cancelUnpaid', email }}
          label={`Cancel all unpaid orders: ${email}`}
          className="btn-quiet"
        >
          Cancel all
        </ConfirmRowAction>
      )}
    </span>
  )
}

function AccountRowDetails({ account: { _id, email, role } }: { account: AccountSummary }) {
  const { ownEmail } = useLoaderData<typeof clientLoader>()
  const areas = useAreas()
  const mayClose = hasAllAreas(areas) || role !== 'admin'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link to={_id} className="btn btn-quiet btn-sm">
        Open
      </Link>
      {areas.includes('orders') && (
        <Link to={`/dashboard/manageAllOrders?${new URLSearchParams({ q: email })}`} className="btn btn-quiet btn-sm">
          Their orders
        </Link>
      )}
      {areas.includes('accounts') && (
        <>
          <span className="ml-4">Personal data</span>
          <RowAction
            fields={{ intent: 'download', email }}
            label={`Download the data of ${email}`}
            className="btn-quiet"
          >
            Download
          </RowAction>
          {email !== ownEmail && mayClose && (
            <CloseAccount email={email} label={`Close account ${email}`}>
              Close account
            </CloseAccount>
          )}
        </>
      )}
    </div>
  )
}
