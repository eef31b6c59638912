import { useState } from 'react'
import { Link, redirect, useSearchParams } from 'react-router'
import { readPieces } from '#contract/cells/read-number.ts'
import { computeLineTotal } from '#contract/pricing/money.ts'
import { priceLine, toPrices } from '#contract/pricing/prices.ts'
import { formatQuantity, isInStock } from '#contract/pricing/quantity.ts'
import { WithoutTax } from '#web/cart/order-total.tsx'
import { OutOfStock } from '#web/catalogue/buy-now.tsx'
import { getToolOrNotFound, listOrderableTools, OtherTools, ToolErrorPage } from '#web/catalogue/missing-tool.tsx'
import { PriceBreaks } from '#web/catalogue/price-breaks.tsx'
import { clientContext, type PageHandle } from '#web/context.ts'
import { VerifyNotice } from '#web/identity/verify-notice.tsx'
import { addOwnPrice, readMembership } from '#web/prices/read-membership.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { assertDone, sessionEndedMessage, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry, requireSession } from '#web/session/middleware.ts'
import { findCurrentAccount } from '#web/session/session.ts'
import { ProductImage } from '#web/ui/images/product-image.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { useMoney } from '#web/ui/text/money.tsx'
import { descriptionPreviewLength, truncate } from '#web/ui/text/truncate.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/purchase'
import { loadContact } from './contact.ts'
import { OrderDialog } from './order-dialog.tsx'
import { QuantityForm } from './quantity-form.tsx'

export const handle = { isPersonal: true } satisfies PageHandle

export const clientMiddleware = [requireSession]

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const account = context.get(accountContext)
  const [tool, admin, contact, membership] = await Promise.all([
    getToolOrNotFound(client, client.getTool({ params })),
    isAdmin(account.email),
    loadContact(client, account.email),
    readMembership(client),
  ])
  const others = isInStock(tool) ? [] : await listOrderableTools(client)
  return { account, tool: await addOwnPrice(client, membership, tool), admin, contact, others, membership }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const account = await findCurrentAccount()
  if (!account) return { failure: sessionEndedMessage }
  const form = await request.formData()
  const readField = (name: string) => String(form.get(name) ?? '')
  const price = Number(readField('price'))
  const quantity = Number(readField('quantity'))
  const poNumber = readField('poNumber').trim()
  const order = {
    toolId: params.id,
    toolName: readField('toolName'),
    price,
    totalPrice: computeLineTotal(price, quantity),
    quantity: formatQuantity(quantity),
    userEmail: account.email,
    userName: account.name,
    phone: readField('phone'),
    address: readField('address'),
    ...(poNumber !== '' && { poNumber }),
  }
  try {
    const headers = { 'idempotency-key': readField('key') }
    const { acknowledged } = await context.get(clientContext).placeOrder({ headers, body: order })
    assertDone(acknowledged, 'Your order was not placed. Please try again.')
  } catch (error) {
    const { lines, 'lines.0': line, ...errors } = toFieldErrors(error)
    const sentences = new Set([toErrorMessage(error), lines ?? line ?? ''])
    return { failure: [...sentences].join(' ').trim(), errors }
  }
  // The specification prescribes this sentence.
  toast('success', `Your order of ${order.toolName} ${quantity} pieces confirmed successfully`)
  throw redirect('/dashboard')
}

export const meta = titleMeta('Purchase')

export const HydrateFallback = Spinner

export { ToolErrorPage as ErrorBoundary }

export default function Purchase({ loaderData }: Route.ComponentProps) {
  return <PurchaseOfTool key={loaderData.tool._id} {...loaderData} />
}

type Loaded = Route.ComponentProps['loaderData']

function PurchaseOfTool({ account, tool, admin, contact, others, membership }: Loaded) {
  const formatMoney = useMoney()
  const [search] = useSearchParams()
  const requested = readPieces(search.get('quantity') ?? '')
  const [text, setText] = useState(String(Number.isNaN(requested) ? tool.minimum : requested))
  const [quantity, setQuantity] = useState<number>()
  const { unitCents } = priceLine(readPieces(text), { ...tool, ...toPrices(tool) })
  return (
    <section className="page-width mt-10 grid items-start gap-x-8 gap-y-6 md:grid-cols-2 md:grid-rows-[auto_1fr]">
      <ProductImage
        src={tool.image}
        alt={tool.name}
        sizes="(min-width: 48rem) 40rem, 100vw"
        priority="high"
        className="rounded-box"
      />
      <div className="grid content-start gap-4 md:row-span-2">
        <h1 dir="auto" className="section-title">
          {tool.name}
        </h1>
        <Stars filled={5} />
        <p className="text-3xl font-semibold tabular-nums">
          {formatMoney(unitCents / 100)}{' '}
          {unitCents / 100 < tool.price && <s className="text-lg font-normal text-muted">{formatMoney(tool.price)}</s>}{' '}
          <WithoutTax />
        </p>
        <div className="flex flex-wrap gap-x-3 tabular-nums">
          <p>In stock: {formatQuantity(tool.available)}</p>
          {!isInStock(tool) && <OutOfStock />}
        </div>
        <PriceBreaks breaks={(tool.companyPrice ?? tool).priceBreaks} />
        <VerifyNotice before="order" />
        <QuantityForm tool={tool} text={text} onChange={setText} onOrder={setQuantity} />
      </div>
      <div className="grid content-start gap-4">
        <p className="max-w-prose text-muted">{truncate(tool.description, descriptionPreviewLength)}</p>
        {tool.description.length > descriptionPreviewLength && (
          <Link to={`/shop/${tool._id}`} className="link justify-self-start">
            Full description
          </Link>
        )}
      </div>
      {others.length > 0 && (
        <div className="md:col-span-2">
          <OtherTools tools={others} />
        </div>
      )}
      {quantity !== undefined && (
        <OrderDialog
          account={account}
          contact={contact}
          tool={tool}
          quantity={quantity}
          admin={admin}
          membership={membership}
          onClose={() => setQuantity(undefined)}
        />
      )}
    </section>
  )
}
