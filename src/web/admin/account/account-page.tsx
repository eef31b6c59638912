import { Link, redirect } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import type { Client } from '#contract/client.ts'
import { formatNumber } from '#contract/format-number.ts'
import type { AccountDetails } from '#contract/schemas/admin/account-details.ts'
import { adminAreas } from '#contract/states/admin-areas.ts'
import { AdminStatus } from '#web/admin/admin-status.tsx'
import { NewestOrders } from '#web/admin/newest-orders.tsx'
import { clientContext } from '#web/context.ts'
import { hasAllAreas, useAreas } from '#web/dashboard/areas.ts'
import { CloseAccount } from '#web/dashboard/close-account.tsx'
import { closeAccount, downloadPersonalData } from '#web/dashboard/personal-data.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { Status } from '#web/ui/status.tsx'
import { formatDate } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Crumb } from '#web/widgets/crumb.tsx'
import { FigureList } from '#web/widgets/figure-list.tsx'
import { RowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/account-page'
import { AccountNotes } from './account-notes.tsx'
import { AreasForm } from './areas-form.tsx'
import { BlockAccount } from './block-account.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const details = await getOrNotFound(context.get(clientContext).getAccount({ params }), 'account')
  return { details, ownEmail: context.get(accountContext).email }
}

type Handler = (client: Client, id: string, form: FormData) => Promise<string | undefined>

const handlers: Record<string, Handler> = {
  block: async (client, id, form) => {
    await client.blockAccount({ params: { id }, body: { reason: String(form.get('reason')) } })
    return 'The account is blocked'
  },
  unblock: async (client, id) => {
    await client.unblockAccount({ params: { id } })
    return 'The account is unblocked'
  },
  areas: async (client, id, form) => {
    const readAreas = (name: string) => adminAreas.filter(area => form.getAll(name).includes(area))
    const body = { areas: readAreas('areas'), shown: { areas: readAreas('shown') } }
    const { modifiedCount } = await client.setAreas({ params: { id }, body })
    assertDone(modifiedCount > 0, 'Those are their areas already.')
    return body.areas.length > 0 ? 'The areas are saved' : 'They are no admin any more'
  },
  note: async (client, id, form) => {
    const params = { id, noteId: String(form.get('noteId')) }
    await client.addAccountNote({ params, body: { text: String(form.get('text')) } })
    return undefined
  },
  deleteNote: async (client, id, form) => {
    await client.deleteAccountNote({ params: { id, noteId: String(form.get('noteId')) } })
    return undefined
  },
  download: async (client, _, form) => {
    await downloadPersonalData(client, String(form.get('email')))
    return undefined
  },
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  keepFormOnExpiry(context)
  const intent = String(form.get('intent'))
  if (intent === 'closeAccount') return (await closeAccount(client, form)) ? redirect('/dashboard/users') : null
  try {
    const done = await handlers[intent]?.(client, params.id, form)
    if (done !== undefined) toast('success', done)
    return { saved: createId() }
  } catch (error) {
    const failure = toErrorMessage(error)
    // The note and block forms show the failure themselves.
    if (intent !== 'note' && intent !== 'block') toast('error', failure)
    return { failure, errors: toFieldErrors(error) }
  }
}

export const meta = titleMeta('Account')

export default function AccountPage({ loaderData: { details, ownEmail } }: Route.ComponentProps) {
  const { email, name, role, company, blockedAt, blockedReason, createdAt, emailVerified } = details
  const isOwn = email === ownEmail
  const areas = useAreas()
  const isFullAdmin = hasAllAreas(areas)
  const mayBlock = !isOwn && (isFullAdmin || role !== 'admin')
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        <Crumb to="/dashboard/users">All Users</Crumb>
        <h1 dir="auto" className="section-title plain-title wrap-anywhere">
          {name}
        </h1>
        <p className="flex flex-wrap gap-x-4 gap-y-1 wrap-anywhere text-muted">
          <a href={`mailto:${encodeURIComponent(email)}`} className="link">
            {email}
          </a>
          <span>{emailVerified ? 'email verified' : 'email not verified'}</span>
          <span>since {formatDate(createdAt)}</span>
          {company && (
            <span>
              {company.role} of{' '}
              <Link to={`/dashboard/companies/${company._id}`} className="link">
                {company.name}
              </Link>
            </span>
          )}
          {role === 'admin' && <AdminStatus areas={details.areas} />}
          {blockedAt && <Status kind="error">Blocked</Status>}
        </p>
        {blockedAt && (
          <p className="rounded-box border-s-4 border-error bg-base-100 p-4">
            Blocked on {formatDate(blockedAt)}: {blockedReason}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-start gap-3">
          {!blockedAt && role !== 'admin' && areas.includes('orders') && (
            <Link to="order" className="btn btn-primary btn-sm">
              New order
            </Link>
          )}
        </div>
      </header>
      <AtAGlance details={details} />
      <Totals details={details} />
      <NewestOrders orders={details.orders} q={email} />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <AccountNotes key={details._id} notes={details.notes} mayWrite={areas.includes('accounts')} />
        <Person details={details} />
      </div>
      {isFullAdmin && !isOwn && <AreasForm key={details.areas.join()} details={details} />}
      {areas.includes('accounts') && (
        <section className="grid gap-3">
          <h2 className="font-display text-2xl">Their account</h2>
          <div className="flex flex-wrap items-start gap-3">
            {mayBlock && <BlockAccount isBlocked={blockedAt !== null} />}
            <RowAction
              fields={{ intent: 'download', email }}
              label={`Download the data of ${email}`}
              className="btn-quiet"
            >
              Download data
            </RowAction>
            {mayBlock && (
              <CloseAccount email={email} label={`Close account ${email}`}>
                Close account
              </CloseAccount>
            )}
          </div>
        </section>
      )}
    </section>
  )
}

/** What one needs while they are on the phone. */
function AtAGlance({ details: { profile, orders } }: { details: AccountDetails }) {
  const [newest] = orders
  const facts = [
    ['Phone', profile?.phone || newest?.phone],
    ['Last address', newest?.address],
    ['Often orders', listOftenOrdered(orders).join('\n')],
  ] as const
  const known = facts.filter(([, text]) => text)
  if (known.length === 0) return null
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-box border border-base-300 bg-base-100 p-4 text-sm sm:grid-cols-3">
      {known.map(([name, text]) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Up to three tools that more than one of these orders has, most often first, with the pieces of the newest. */
function listOftenOrdered(orders: AccountDetails['orders']): string[] {
  const lines = orders.filter(({ cancelled }) => !cancelled).flatMap(order => order.lines)
  const counts = new Map<string, number>()
  for (const { toolId } of lines) counts.set(toolId, (counts.get(toolId) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .flatMap(([id, count]) => {
      const line = lines.find(({ toolId }) => toolId === id)
      return line ? [`${formatNumber(line.quantity)} × ${line.toolName}, in ${count} orders`] : []
    })
}

function Totals({ details: { paidTotal, unpaidTotal, orderCounts } }: { details: AccountDetails }) {
  const formatMoney = useMoney()
  const { unpaid, toShip, shipped, cancelled } = orderCounts
  return (
    <FigureList
      figures={[
        { name: 'Paid', value: formatMoney(paidTotal), note: 'less refunds and lost disputes' },
        {
          name: 'To be paid',
          value: formatMoney(unpaidTotal),
          note: `in ${formatNumber(unpaid)} ${unpaid === 1 ? 'order' : 'orders'}`,
        },
        { name: 'To be shipped', value: formatNumber(toShip), note: 'paid orders' },
        { name: 'Shipped', value: formatNumber(shipped), note: 'orders' },
        { name: 'Cancelled', value: formatNumber(cancelled), note: 'orders' },
      ]}
    />
  )
}

function Person({ details: { profile, addresses, reviews } }: { details: AccountDetails }) {
  const facts: Record<string, string[]> = {
    Phone: profile ? [profile.phone] : [],
    City: profile ? [profile.city] : [],
    LinkedIn: profile ? [profile.linkedIn] : [],
    Addresses: addresses.map(formatAddress),
    Reviews: reviews.map(({ rating, comment }) => `${rating} of 5: ${comment}`),
  }
  const known = Object.entries(facts).filter(([, texts]) => texts.length > 0)
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-2xl">About them</h2>
      {known.length === 0 && <p className="text-muted">No profile, address or review yet.</p>}
      <dl className="grid gap-3">
        {known.map(([term, texts]) => (
          <div key={term} className="grid gap-2">
            <dt className="font-semibold">{term}</dt>
            {[...new Set(texts)].map(text => (
              <dd key={text} className="whitespace-pre-line wrap-anywhere">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
