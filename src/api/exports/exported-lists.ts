import type { z } from 'zod'
import { toToolSearch } from '#api/mappers/tools.ts'
import { parseOrRefuse } from '#api/problems.ts'
import { refuse } from '#contract/refusals.ts'
import { AccountQuery } from '#contract/schemas/accounts.ts'
import { ActionQuery } from '#contract/schemas/admin-actions.ts'
import type { ExportedList, ExportQuery } from '#contract/schemas/exports.ts'
import { ReturnQuery } from '#contract/schemas/fulfilment.ts'
import { AllOrdersQuery } from '#contract/schemas/orders.ts'
import { AllReviewsQuery } from '#contract/schemas/reviews.ts'
import { ToolQuery } from '#contract/schemas/tools.ts'
import { sumPaid } from '#shop/accounts/account-details.ts'
import { type Account, listAccounts } from '#shop/accounts/accounts.ts'
import { type AdminAction, listAdminActions, recordListExport } from '#shop/audit-log.ts'
import { readSnapshots, type ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { listTools } from '#shop/catalogue/tools.ts'
import { listAllOrders, type Order, readLinesOfOrders } from '#shop/orders/order-lists.ts'
import { readPages } from '#shop/pagination.ts'
import { type ListedReturn, listReturns } from '#shop/returns/returns.ts'
import { listAllReviews, type ModeratedReview } from '#shop/reviews/review-moderation.ts'
import type { Shop } from '#shop/shop.ts'
import { type CsvFile, toCsvFile, toImportableCsvFile } from './csv.ts'
import {
  buildAccountColumns,
  buildActionColumns,
  buildReturnColumns,
  type FormatTime,
  type PayingAccount,
  reviewColumns,
  toolCells,
} from './list-columns.ts'
import { buildLineColumns, buildOrderColumns } from './order-columns.ts'

type Filters = z.output<typeof ExportQuery>

/** On record. Refuses `invalid_input` for filters that the list does not have. */
export async function exportList(shop: Shop, admin: Account, list: ExportedList, filters: Filters): Promise<CsvFile> {
  const { timeZone } = shop.settings.current
  if (filters.ids && !selectableLists.has(list))
    refuse('invalid_input', [{ field: 'ids', message: 'Rows of that list cannot be selected.' }])
  const file = lists[list](shop, filters, createTimeFormat(timeZone), timeZone)
  const { ids, ...named } = filters
  await recordListExport(shop, admin, list, { ...named, selected: ids && `${ids.length} selected` })
  return file
}

const selectableLists: ReadonlySet<ExportedList> = new Set(['orders', 'orderLines', 'tools'])

/** Spreadsheets read '2026-11-30 17:05:00' as a time. */
function createTimeFormat(timeZone: string): FormatTime {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return time => (time ? format.format(time) : '')
}

type Export = (shop: Shop, filters: Filters, formatTime: FormatTime, timeZone: string) => CsvFile

const lists: Record<ExportedList, Export> = {
  orders: (shop, filters, formatTime, timeZone) =>
    toCsvFile('orders.csv', buildOrderColumns(formatTime, timeZone), readOrders(shop, filters)),
  orderLines: (shop, filters, formatTime, timeZone) =>
    toCsvFile('order-lines.csv', buildLineColumns(formatTime, timeZone), readLines(shop, filters)),
  tools: (shop, { q, show, sort, ids }) => {
    const { sort: order, ...filter } = parseOrRefuse(ToolQuery, { q, orderable: show, sort })
    const search = { ...toToolSearch(filter), ids }
    const rows = readPages<ToolSnapshot & { id: string }>(async last => {
      const page = await listTools(shop, search, { sort: toStableSort(order), limit: pageSize, cursor: last?.id })
      return readSnapshots(
        shop.db,
        page.map(({ id }) => id),
      )
    })
    return toImportableCsvFile('tools.csv', toolCells, rows)
  },
  accounts: (shop, { q, show, sort }, formatTime, timeZone) => {
    const isBlocked = show === 'blocked'
    const query = parseOrRefuse(AccountQuery, { q, role: isBlocked ? undefined : show, sort })
    const rows = readAll<PayingAccount>(async page => {
      const sort = toStableSort(query.sort)
      const found = await listAccounts(shop, { ...query, sort, ...page, blocked: isBlocked })
      const ids = found.map(({ id }) => id)
      const paid = await sumPaid(shop.db, ids)
      return found.map(account => ({ ...account, paidCents: paid.get(account.id) ?? 0 }))
    })
    return toCsvFile('users.csv', buildAccountColumns(formatTime, timeZone), rows)
  },
  returns: (shop, { q, show, sort }, formatTime, timeZone) => {
    const query = parseOrRefuse(ReturnQuery, { q, state: show, sort })
    const rows = readAll<ListedReturn>(page => listReturns(shop, { ...query, ...page }))
    return toCsvFile('returns.csv', buildReturnColumns(formatTime, timeZone), rows)
  },
  reviews: (shop, { q, show, sort }) => {
    const query = parseOrRefuse(AllReviewsQuery, { q, state: show, sort })
    const rows = readAll<ModeratedReview>(page => listAllReviews(shop, { ...query, ...page }))
    return toCsvFile('reviews.csv', reviewColumns, rows)
  },
  adminActions: (shop, { q, show, sort }, formatTime, timeZone) => {
    const query = parseOrRefuse(ActionQuery, { q, action: show, sort })
    const rows = readAll<AdminAction>(page => listAdminActions(shop, { ...query, ...page }))
    return toCsvFile('admin-actions.csv', buildActionColumns(formatTime, timeZone), rows)
  },
}

/** A price, a stock or an email may change while its page is read: the next page would begin elsewhere. */
const toStableSort = (sort: string | undefined) => (sort === 'oldest' ? 'oldest' : 'newest')

const pageSize = 500

function readAll<Row extends { id: string }>(
  read: (page: { limit: number; cursor?: string | undefined; before: undefined }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  return readPages<Row>(last => read({ limit: pageSize, cursor: last?.id, before: undefined }))
}

function readOrders(shop: Shop, { q, show, sort, ids }: Filters): AsyncGenerator<Order> {
  const query = parseOrRefuse(AllOrdersQuery, { q, state: show, sort })
  return readAll(page => listAllOrders(shop, { ...query, ids, ...page }))
}

function readLines(shop: Shop, filters: Filters) {
  const orders = readOrders(shop, filters)
  return readLinesOfOrders(shop, orders)
}
