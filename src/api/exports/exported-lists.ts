import type { z } from 'zod'
import { toToolSearch } from '#api/mappers/tools.ts'
import { parseOrRefuse } from '#api/problems.ts'
import { refuse } from '#contract/refusals.ts'
import { AccountQuery } from '#contract/schemas/accounts.ts'
import { ActionQuery } from '#contract/schemas/admin/admin-actions.ts'
import type { ExportedList, ExportQuery } from '#contract/schemas/admin/exports.ts'
import { id } from '#contract/schemas/fields.ts'
import { ReturnQuery } from '#contract/schemas/fulfilment.ts'
import { AllOrdersQuery } from '#contract/schemas/orders.ts'
import { ListRowQuery } from '#contract/schemas/prices.ts'
import { AllReviewsQuery } from '#contract/schemas/reviews.ts'
import { ToolQuery } from '#contract/schemas/tools.ts'
import type { AdminArea } from '#contract/states/admin-areas.ts'
import { sumPaid } from '#shop/accounts/account-details.ts'
import { listAccounts } from '#shop/accounts/accounts.ts'
import { type Actor, assertAdmin } from '#shop/accounts/actors.ts'
import { type AdminAction, listAdminActions, recordListExport } from '#shop/audit-log.ts'
import { readSnapshots, type ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { listTools } from '#shop/catalogue/tools.ts'
import { listOrders, type Order, readLinesOfOrders } from '#shop/orders/order-lists.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { type PagePosition, readPages } from '#shop/pagination.ts'
import { type ListedRow, listListRows } from '#shop/prices/list-rows.ts'
import { type ListedReturn, listReturns } from '#shop/returns/returns.ts'
import { listAllReviews, type ModeratedReview } from '#shop/reviews/review-moderation.ts'
import type { Shop } from '#shop/shop.ts'
import { type CsvFile, toCsvFile, toImportableCsvFile } from './csv.ts'
import {
  buildAccountColumns,
  buildActionColumns,
  buildReturnColumns,
  exportedToolColumns,
  type FormatTime,
  listRowColumns,
  type PayingAccount,
  reviewColumns,
} from './list-columns.ts'
import { buildLineColumns, buildOrderColumns } from './order-columns.ts'

type Query = z.output<typeof ExportQuery>

/** Records the export. Refuses `area_needed`, and `invalid_input` for a value that a filter of the list does not have. */
export async function exportList(shop: Shop, admin: Actor, list: ExportedList, query: Query): Promise<CsvFile> {
  assertAdmin(shop, `admin:${areaOfList[list]}`, admin)
  const { timeZone } = shop.settings.current
  const { ids } = query
  if (ids && !selectableLists.has(list))
    refuse('invalid_input', [{ field: 'ids', message: 'Rows of that list cannot be selected.' }])
  const { filtersAndSort, file } = lists[list](shop, query, createTimeFormat(timeZone), timeZone)
  await recordListExport(shop, admin, list, formatNote(filtersAndSort, ids))
  return file
}

function formatNote(filtersAndSort: object, ids: readonly string[] | undefined): string {
  const filters = Object.entries(filtersAndSort)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === 'q' ? value : `${name} ${value}`))
  return [...filters, ...(ids ? [`${ids.length} selected`] : [])].join(', ')
}

const areaOfList = {
  orders: 'orders',
  orderLines: 'orders',
  returns: 'orders',
  tools: 'catalogue',
  reviews: 'catalogue',
  listRows: 'catalogue',
  accounts: 'accounts',
  adminActions: 'settings',
} as const satisfies Record<ExportedList, AdminArea>

const ListRowExport = ListRowQuery.extend({ listId: id })

const selectableLists: ReadonlySet<ExportedList> = new Set(['orders', 'orderLines', 'tools'])

/** Spreadsheets read '2026-11-30 17:05:00' as a time. */
function createTimeFormat(timeZone: string): FormatTime {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return time => (time ? format.format(time) : '')
}

interface Export {
  file: CsvFile
  filtersAndSort: object
}

type ExportList = (shop: Shop, query: Query, formatTime: FormatTime, timeZone: string) => Export

const lists: Record<ExportedList, ExportList> = {
  orders(shop, query, formatTime) {
    const { rows, filtersAndSort } = readOrders(shop, query)
    return { filtersAndSort, file: toCsvFile('orders.csv', buildOrderColumns(formatTime, shop.settings.current), rows) }
  },
  orderLines(shop, query, formatTime) {
    const { rows, filtersAndSort } = readOrders(shop, query)
    const lines = readLinesOfOrders(shop, rows)
    return {
      filtersAndSort,
      file: toCsvFile('order-lines.csv', buildLineColumns(formatTime, shop.settings.current), lines),
    }
  },
  tools(shop, query) {
    const filtersAndSort = parseQuery(ToolQuery, query)
    const search = { ...toToolSearch(filtersAndSort), ids: query.ids }
    const rows = readPages<ToolSnapshot & { id: string }>(async last => {
      const page = await listTools(shop, search, {
        sort: toStableSort(filtersAndSort.sort),
        limit: pageSize,
        cursor: last?.id,
      })
      return readSnapshots(
        shop.db,
        page.map(({ id }) => id),
      )
    })
    return { filtersAndSort, file: toImportableCsvFile('tools.csv', exportedToolColumns, rows) }
  },
  accounts(shop, query, formatTime, timeZone) {
    const filtersAndSort = parseQuery(AccountQuery, query)
    const rows = readAll<PayingAccount>(async page => {
      const found = await listAccounts(shop, { ...filtersAndSort, sort: toStableSort(filtersAndSort.sort), ...page })
      const ids = found.map(({ id }) => id)
      const paid = await sumPaid(shop.db, ids)
      return found.map(account => ({ ...account, paidCents: paid.get(account.id) ?? 0 }))
    })
    return { filtersAndSort, file: toCsvFile('users.csv', buildAccountColumns(formatTime, timeZone), rows) }
  },
  returns(shop, query, formatTime, timeZone) {
    const filtersAndSort = parseQuery(ReturnQuery, query)
    const rows = readAll<ListedReturn>(page => listReturns(shop, { ...filtersAndSort, ...page }))
    return { filtersAndSort, file: toCsvFile('returns.csv', buildReturnColumns(formatTime, timeZone), rows) }
  },
  reviews(shop, query) {
    const filtersAndSort = parseQuery(AllReviewsQuery, query)
    const rows = readAll<ModeratedReview>(page => listAllReviews(shop, { ...filtersAndSort, ...page }))
    return { filtersAndSort, file: toCsvFile('reviews.csv', reviewColumns, rows) }
  },
  listRows(shop, query) {
    const { listId, ...filtersAndSort } = parseQuery(ListRowExport, query)
    const rows = readAll<ListedRow>(page => listListRows(shop, listId, { ...filtersAndSort, ...page }))
    return { filtersAndSort, file: toImportableCsvFile('price-list.csv', listRowColumns, rows) }
  },
  adminActions(shop, query, formatTime, timeZone) {
    const filtersAndSort = parseQuery(ActionQuery, query)
    const rows = readAll<AdminAction>(page => listAdminActions(shop, { ...filtersAndSort, ...page }))
    return { filtersAndSort, file: toCsvFile('admin-actions.csv', buildActionColumns(formatTime, timeZone), rows) }
  },
}

function parseQuery<Parsed extends PagePosition>(schema: z.ZodType<Parsed>, query: Query) {
  const { limit: _, cursor: __, before: ___, ...filtersAndSort } = parseOrRefuse(schema, query)
  return filtersAndSort
}

/** Pages are sorted by age: a price, stock or email may change during the export and shift the next page. */
const toStableSort = (sort: string | undefined) => (sort === 'oldest' ? 'oldest' : 'newest')

const pageSize = 500

function readAll<Row extends { id: string }>(
  read: (page: { limit: number; cursor?: string | undefined; before: undefined }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  return readPages<Row>(last => read({ limit: pageSize, cursor: last?.id, before: undefined }))
}

function readOrders(shop: Shop, query: Query) {
  const filtersAndSort = parseQuery(AllOrdersQuery, query)
  return {
    filtersAndSort,
    rows: readAll<Order>(page => listOrders(shop, shopScope, { ...filtersAndSort, ids: query.ids, ...page })),
  }
}
