import { Form, Link, redirect, useFetcher, useNavigation } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { Refusal } from '#contract/refusal.ts'
import type { SavedAddress } from '#contract/schemas/addresses.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { AddressChoice, readAddressChoice } from '#web/addresses/address-choice.tsx'
import { checkLine, sumCents } from '#web/cart/check-line.ts'
import { LineTable } from '#web/cart/line-table.tsx'
import { createKey } from '#web/checkout/create-key.ts'
import { PoNumberField } from '#web/checkout/po-number-field.tsx'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormError, TextArea } from '#web/ui/forms/field.tsx'
import { useSyncedState } from '#web/ui/forms/use-synced-state.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/order-for-page'
import { AddLines } from './add-lines.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [account, lines] = await Promise.all([
    getOrNotFound(client.getAccount({ params }), 'account'),
    client.listCartFor({ params }),
  ])
  return { account, lines, key: createKey() }
}

type Answer = { failure?: string; errors?: Record<string, string>; lineFailures?: string[] } | null

export async function clientAction({ request, context, params }: Route.ClientActionArgs): Promise<Answer> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const lines: CartLine[] = JSON.parse(String(form.get('lines')))
  try {
    if (form.get('intent') === 'remove') {
      for (const { toolId } of lines) await client.removeFromCartFor({ params: { ...params, toolId } })
      return null
    }
    if (form.get('intent') === 'set') {
      const wanted = lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price }))
      await client.putIntoCartFor({ params, body: { lines: wanted } })
      return null
    }
    const addresses: SavedAddress[] = JSON.parse(String(form.get('addresses')))
    const shipTo = readAddressChoice(form, 'shipTo', addresses)
    if ('errors' in shipTo) return { errors: shipTo.errors, failure: 'Some fields need another look.' }
    const ordered = lines.map(line => {
      const { toolId, quantity } = line
      return { toolId, quantity, price: (checkLine(line).price?.unitCents ?? 0) / 100 }
    })
    const readField = (name: string) => String(form.get(name) ?? '').trim()
    const { orderId, number } = await client.checkOutFor({
      params,
      headers: { 'idempotency-key': readField('key') },
      body: { lines: ordered, shipTo: shipTo.address, poNumber: readField('poNumber'), note: readField('note') },
    })
    toast('success', `Order ${number} is placed, and its buyer is mailed`)
    throw redirect(`/dashboard/orders/${orderId}`)
  } catch (error) {
    if (error instanceof Response) throw error
    return { failure: toErrorMessage(error), errors: toFieldErrors(error), lineFailures: listFailures(error, lines) }
  }
}

function listFailures(error: unknown, lines: readonly CartLine[]): string[] {
  if (!(error instanceof Refusal)) return []
  return error.errors
    .filter(({ field }) => field.startsWith('lines.'))
    .map(({ field, message }) => `${lines[Number(field.split('.')[1])]?.toolName ?? ''}: ${message}`)
}

export const meta = titleMeta('Order for a buyer')

export default function OrderForPage({ loaderData: { account, lines, key }, actionData }: Route.ComponentProps) {
  return (
    <section className="grid gap-8">
      <header className="grid gap-2">
        <p>
          <Link to={`/dashboard/users/${account._id}`} className="link">
            {account.name}
          </Link>
        </p>
        <h1 className="section-title wrap-anywhere">Order for {account.name}</h1>
        <p className="max-w-prose text-muted">
          The order is {account.email}’s own, by the same prices and rules. They are mailed where to look at it and pay;
          that you placed it is on record.
        </p>
      </header>
      <AddLines lines={lines} />
      <OrderLines lines={lines} />
      {lines.length > 0 && <PlaceForm account={account} lines={lines} orderKey={key} answer={actionData ?? null} />}
    </section>
  )
}

/** Quantities show at once what they come to, and are stored meanwhile. */
function OrderLines({ lines: stored }: { lines: readonly CartLine[] }) {
  const fetcher = useFetcher<Answer>()
  const [lines, setLines] = useSyncedState(stored)
  const send = (intent: 'set' | 'remove', changed: readonly CartLine[]) =>
    fetcher.submit({ intent, lines: JSON.stringify(changed) }, { method: 'post' })
  if (lines.length === 0) return <p className="text-muted">No tools yet.</p>
  return (
    <div className="grid gap-3">
      <LineTable
        lines={lines}
        onChange={line => {
          setLines(before => before.map(each => (each.toolId === line.toolId ? line : each)))
          void send('set', [line])
        }}
        onRemove={line => void send('remove', [line])}
        onReplace={(line, replacement) => {
          void send('set', [replacement]).then(() => send('remove', [line]))
        }}
      />
      <FormError>{fetcher.data?.failure}</FormError>
    </div>
  )
}

interface PlaceFormProps {
  account: Route.ComponentProps['loaderData']['account']
  lines: readonly CartLine[]
  orderKey: string
  answer: Answer
}

function PlaceForm({ account, lines, orderKey, answer }: PlaceFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { failure, errors = {}, lineFailures = [] } = answer ?? {}
  const { name, addresses, profile } = account
  const faulty = lines.filter(line => checkLine(line).problem !== undefined).length
  return (
    <Form method="post" noValidate className="grid gap-6 rounded-box border border-base-300 bg-base-100 p-6">
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="key" value={orderKey} />
      <input type="hidden" name="lines" value={JSON.stringify(lines)} />
      <input type="hidden" name="addresses" value={JSON.stringify(addresses)} />
      <AddressChoice
        legend="Deliver to"
        prefix="shipTo"
        addresses={addresses}
        draft={{}}
        initial={{ name, phone: profile?.phone ?? '' }}
        errors={errors}
      />
      <PoNumberField initial="" error={errors.poNumber} />
      <TextArea label="Note (optional)" name="note" rows={2} maxLength={1000} error={errors.note} />
      <p className="text-xl">
        <strong className="tabular-nums">{formatMoney(sumCents(lines) / 100)}</strong> in all
      </p>
      <FormError>{failure}</FormError>
      {lineFailures.length > 0 && (
        <ul className="grid gap-1 text-error">
          {lineFailures.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {faulty > 0 && (
        <p className="text-error">{faulty === 1 ? 'One line needs' : `${faulty} lines need`} another look.</p>
      )}
      <div>
        <SubmitButton busy={busy} disabled={faulty > 0}>
          Place the order
        </SubmitButton>
      </div>
    </Form>
  )
}
