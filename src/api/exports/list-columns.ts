import {
  formatPriceBreaks,
  formatSpecifications,
  importColumnTitles,
  toolColumnTitles,
} from '#contract/cells/tool-cells.ts'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { AdminAction } from '#shop/audit-log.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import type { ListedRow } from '#shop/prices/list-rows.ts'
import type { ListedReturn } from '#shop/returns/returns.ts'
import type { ModeratedReview } from '#shop/reviews/review-moderation.ts'
import { type Columns, formatPlainCents } from './csv.ts'

export type FormatTime = (time: Date | null) => string

const formatBreaks = (breaks: readonly PriceBreak[]) => ({
  decimals: formatPriceBreaks(breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }))),
})

export const exportedToolColumns: Columns<ToolSnapshot> = [
  [toolColumnTitles.sku, ({ sku }) => sku],
  [toolColumnTitles.name, ({ name }) => name],
  [toolColumnTitles.brand, ({ brand }) => brand],
  [toolColumnTitles.category, ({ category }) => category],
  [toolColumnTitles.price, tool => formatPlainCents(tool.price_cents)],
  [toolColumnTitles.priceBreaks, tool => formatBreaks(tool.price_breaks)],
  [toolColumnTitles.minimum, ({ minimum }) => minimum],
  [toolColumnTitles.increment, ({ increment }) => increment],
  [toolColumnTitles.unitLabel, tool => tool.unit_label],
  [toolColumnTitles.available, ({ available }) => available],
  [toolColumnTitles.availableBefore, ({ available }) => available],
  [toolColumnTitles.taxPercent, tool => tool.tax_percent],
  [toolColumnTitles.specifications, ({ specifications }) => formatSpecifications(specifications)],
  [toolColumnTitles.description, ({ description }) => description],
  [toolColumnTitles.image, ({ image }) => image],
  [toolColumnTitles.imageAlt, tool => tool.image_alt],
  [toolColumnTitles.discontinued, ({ discontinued }) => (discontinued ? 'yes' : 'no')],
  [toolColumnTitles.replacementSku, tool => tool.replacement_sku],
  [toolColumnTitles.gtin, ({ gtin }) => gtin],
  [toolColumnTitles.manufacturerNumber, tool => tool.manufacturer_number],
  [toolColumnTitles.discountGroup, tool => tool.discount_group],
]

/** An import of the list reads these columns without a question. */
export const listRowColumns: Columns<ListedRow> = [
  [importColumnTitles.sku, ({ tool, discountGroup }) => tool?.sku ?? (discountGroup === null ? '*' : '')],
  [importColumnTitles.discountGroup, ({ discountGroup }) => discountGroup],
  [importColumnTitles.validFrom, ({ validFrom }) => validFrom],
  [importColumnTitles.price, ({ priceCents }) => (priceCents === null ? null : formatPlainCents(priceCents))],
  [importColumnTitles.priceBreaks, ({ priceBreaks }) => formatBreaks(priceBreaks)],
  [importColumnTitles.percentOff, ({ priceCents, percentOff }) => percentOff ?? (priceCents === null ? 'ends' : null)],
]

export type PayingAccount = Account & { paidCents: number }

export const buildAccountColumns = (formatTime: FormatTime, timeZone: string): Columns<PayingAccount> => [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Role', ({ role }) => role],
  ['Email verified', ({ emailVerified }) => (emailVerified ? 'yes' : 'no')],
  ['Paid for orders', ({ paidCents }) => formatPlainCents(paidCents)],
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
