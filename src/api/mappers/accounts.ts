import type { z } from 'zod'
import type { Streamed } from '#api/exports/write-json.ts'
import { toAmount } from '#contract/pricing/money.ts'
import type { AccountSummary as WireAccount, Profile as WireProfile } from '#contract/schemas/accounts.ts'
import type { SavedAddress as WireSavedAddress } from '#contract/schemas/addresses.ts'
import type { AdminAction as WireAdminAction } from '#contract/schemas/admin/admin-actions.ts'
import type { PersonalData as WirePersonalData } from '#contract/schemas/personal-data.ts'
import type { ModeratedReview as WireModeratedReview, Review as WireReview } from '#contract/schemas/reviews.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import type { CompanyRole } from '#contract/states/company-roles.ts'
import type { OrderTotals } from '#shop/accounts/account-details.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { getAreas } from '#shop/accounts/actors.ts'
import type { SavedAddress } from '#shop/accounts/addresses.ts'
import type { exportPersonalData } from '#shop/accounts/personal-data.ts'
import type { Profile } from '#shop/accounts/profiles.ts'
import type { AdminAction } from '#shop/audit-log.ts'
import type { NamedLine } from '#shop/carts/carts.ts'
import type { Company } from '#shop/companies/companies.ts'
import type { DocumentHead } from '#shop/documents/documents-of-account.ts'
import type { ModeratedReview } from '#shop/reviews/review-moderation.ts'
import type { Review } from '#shop/reviews/reviews.ts'
import { toWireOwnOrderDetails } from './orders.ts'
import { toWireBreaks } from './tools.ts'

export function toWireReview({ id, name, city, rating, comment, img }: Review): WireReview {
  return { _id: id, name, city, rating, comment, img }
}

export function toWireModeratedReview(review: ModeratedReview): WireModeratedReview {
  return { ...toWireReview(review), email: review.email, state: review.state }
}

export function toWireAccount(account: Account, totals?: OrderTotals | undefined): z.input<typeof WireAccount> {
  const { id, email, role, name, blockedAt } = account
  return {
    _id: id,
    email,
    role,
    name,
    blocked: blockedAt !== null,
    areas: [...getAreas(account)],
    ...(totals && {
      totals: {
        orders: totals.orders,
        unpaid: totals.unpaid,
        paidTotal: totals.paidCents / 100,
        lastOrderAt: totals.lastOrderAt?.toISOString() ?? null,
      },
    }),
  }
}

export function toWireAdminAction(row: AdminAction): WireAdminAction {
  const { id, actorEmail, action, target, targetId, orderNumber, buyerEmail, before, after, createdAt } = row
  return {
    _id: id,
    actorEmail,
    action,
    subject: target,
    subjectId: targetId,
    orderNumber,
    buyerEmail,
    before: toWireChange(before),
    after: toWireChange(after),
    time: createdAt.toISOString(),
  }
}

function toWireChange(change: AdminAction['before']): WireAdminAction['before'] {
  const { price_cents, unit_label, price_breaks, tax_percent, ...fields } = change
  const {
    image_alt,
    orderMinimumCents,
    replacement_sku,
    further_images,
    refunded_cents,
    body,
    amountCents,
    discount_group,
    manufacturer_number,
    ...others
  } = fields
  return {
    ...others,
    ...(body !== undefined && { bodyLength: body.length }),
    ...(orderMinimumCents !== undefined && { orderMinimum: orderMinimumCents / 100 }),
    ...(amountCents !== undefined && { amount: toAmount(amountCents) }),
    ...(refunded_cents !== undefined && { refunded: refunded_cents / 100 }),
    ...(discount_group !== undefined && { discountGroup: discount_group }),
    ...(manufacturer_number !== undefined && { manufacturerNumber: manufacturer_number }),
    ...(image_alt !== undefined && { imageAlt: image_alt }),
    ...(replacement_sku !== undefined && { replacementSku: replacement_sku }),
    ...(further_images && { furtherImages: further_images }),
    ...(price_cents !== undefined && { price: price_cents / 100 }),
    ...(unit_label !== undefined && { unitLabel: unit_label }),
    ...(tax_percent !== undefined && { taxPercent: tax_percent }),
    ...(price_breaks && { priceBreaks: toWireBreaks(price_breaks) }),
  }
}

export function toWireAddress({
  id,
  accountId: _,
  companyId: __,
  usedAt: ___,
  ...address
}: SavedAddress): WireSavedAddress {
  return { _id: id, ...address }
}

export function toWireProfile({ id, education, city, phone, linkedIn }: Profile, { name, email }: Account) {
  return { _id: id, name, email, education, city, phone, linkedIn } satisfies z.input<typeof WireProfile>
}

const toWireNamedLine = ({ priceCents, ...line }: NamedLine) => ({ ...line, price: priceCents / 100 })

export function toWirePersonalData(
  { account, profile, ...rows }: Awaited<ReturnType<typeof exportPersonalData>>,
  settings: CurrentSettings,
) {
  const { email, name, picture, role, emailVerified, createdAt, blockedAt, blockedReason } = account
  return {
    account: {
      ...{ email, name, picture, role, emailVerified, blockedReason },
      createdAt: createdAt.toISOString(),
      blockedAt: blockedAt?.toISOString() ?? null,
    },
    notes: rows.notes.map(({ text, createdAt: time }) => ({ text, time: time.toISOString() })),
    profile: profile ? toWireProfile(profile, account) : null,
    addresses: rows.addresses.map(toWireAddress),
    company:
      rows.company && account.companyRole
        ? toWireOwnCompany(rows.company, account.companyRole, account.amountCents)
        : null,
    applications: rows.applications.map(toWireApplication),
    cart: rows.cart.map(toWireNamedLine),
    lists: mapEach(rows.lists, ({ name, lines }) => ({ name, lines: lines.map(toWireNamedLine) })),
    orders: mapEach(rows.orders, order => toWireOwnOrderDetails(order, settings)),
    invoices: mapEach(rows.invoices, toWireDocument),
    creditNotes: mapEach(rows.creditNotes, toWireDocument),
    reviews: rows.reviews.map(toWireReview),
    uploads: rows.uploads.map(({ url }) => url),
    mails: rows.mails.map(({ kind, createdAt, sentAt }) => ({
      kind,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    sessions: rows.sessions.map(({ session }) => ({
      startedAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      userAgent: session.userAgent ?? '',
    })),
  } satisfies Streamed<WirePersonalData>
}

const toWireOwnCompany = ({ number, name }: Company, role: CompanyRole, amountCents: number | null) => ({
  ...{ number, name, role },
  amount: toAmount(amountCents),
})

const toWireApplication = ({ createdAt, refusedAt, refusedReason, ...company }: Company) => ({
  ...company,
  time: createdAt.toISOString(),
  refused: refusedAt !== null,
  reason: refusedReason,
})

const toWireDocument = ({ issuedAt, ...document }: DocumentHead) => ({ ...document, issuedAt: issuedAt.toISOString() })

async function* mapEach<Row, Result>(rows: AsyncIterable<Row>, map: (row: Row) => Result): AsyncGenerator<Result> {
  for await (const row of rows) yield map(row)
}
