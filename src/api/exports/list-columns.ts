import { formatPriceBreaks, formatSpecifications, toolColumns } from '#contract/cells/tool-cells.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { AdminAction } from '#shop/audit-log.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { ListedReturn } from '#shop/returns/returns.ts'
import type { ModeratedReview } from '#shop/reviews/review-moderation.ts'
import type { Columns } from './csv.ts'

export type FormatTime = (time: Date | null) => string

export const toolCells: Columns<ToolSnapshot> = [
  [toolColumns.sku, ({ sku }) => sku],
  [toolColumns.name, ({ name }) => name],
  [toolColumns.brand, ({ brand }) => brand],
  [toolColumns.category, ({ category }) => category],
  [toolColumns.price, tool => (tool.price_cents / 100).toFixed(2)],
  [
    toolColumns.priceBreaks,
    tool => formatPriceBreaks(tool.price_breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }))),
  ],
  [toolColumns.minimum, ({ minimum }) => minimum],
  [toolColumns.increment, ({ increment }) => increment],
  [toolColumns.unitLabel, tool => tool.unit_label],
  [toolColumns.available, ({ available }) => available],
  [toolColumns.availableBefore, ({ available }) => available],
  [toolColumns.taxPercent, tool => tool.tax_percent],
  [toolColumns.specifications, ({ specifications }) => formatSpecifications(specifications)],
  [toolColumns.description, ({ description }) => description],
  [toolColumns.image, ({ image }) => image],
  [toolColumns.imageAlt, tool => tool.image_alt],
  [toolColumns.discontinued, ({ discontinued }) => (discontinued ? 'yes' : 'no')],
  [toolColumns.replacementSku, tool => tool.replacement_sku],
]

export type PayingAccount = Account & { paidCents: number }

export const buildAccountColumns = (formatTime: FormatTime, timeZone: string): Columns<PayingAccount> => [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Role', ({ role }) => role],
  ['Email verified', ({ emailVerified }) => (emailVerified ? 'yes' : 'no')],
  ['Paid for orders', ({ paidCents }) => (paidCents / 100).toFixed(2)],
  [`Created (${timeZone})`, ({ createdAt }) => formatTime(createdAt)],
]

export const buildReturnColumns = (formatTime: FormatTime, timeZone: string): Columns<ListedReturn> => [
  ['Order no.', ({ orderNumber }) => orderNumber],
  ['Tools', ({ title }) => title],
  ['Buyer', ({ buyerName }) => buyerName],
  ['Pieces', ({ pieces }) => pieces],
  ['State', ({ state }) => state],
  ['Reason', ({ reason }) => reason],
  ['Answer', ({ answer }) => answer],
  [`Asked for (${timeZone})`, ({ requestedAt }) => formatTime(requestedAt)],
  [`Received (${timeZone})`, ({ receivedAt }) => formatTime(receivedAt)],
]

export const reviewColumns: Columns<ModeratedReview> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['City', ({ city }) => city],
  ['Rating', ({ rating }) => rating],
  ['Comment', ({ comment }) => comment],
  ['State', ({ state }) => state],
]

export const buildActionColumns = (formatTime: FormatTime, timeZone: string): Columns<AdminAction> => [
  [`Time (${timeZone})`, ({ createdAt }) => formatTime(createdAt)],
  ['Admin', ({ actorEmail }) => actorEmail],
  ['Action', ({ action }) => action],
  ['Subject', ({ target }) => target],
  ['Buyer', ({ buyerEmail }) => buyerEmail],
  ['Before', ({ before }) => JSON.stringify(before)],
  ['After', ({ after }) => JSON.stringify(after)],
]
