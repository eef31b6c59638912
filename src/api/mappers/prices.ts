import { toAmount } from '#contract/pricing/money.ts'
import type {
  ListRow as WireListRow,
  PartNumber as WirePartNumber,
  PriceAnswer as WirePriceAnswer,
  PriceListSummary as WirePriceList,
} from '#contract/schemas/prices.ts'
import type { ListedPartNumber } from '#shop/companies/part-numbers.ts'
import type { ExplainedPrice } from '#shop/prices/explain-price.ts'
import type { ListedRow } from '#shop/prices/list-rows.ts'
import type { PriceList } from '#shop/prices/price-lists.ts'
import { toWireBreaks, toWirePrices } from './tools.ts'

export const toWirePartNumber = ({ id, number, sku, toolName }: ListedPartNumber): WirePartNumber => ({
  _id: id,
  ...{ number, sku, toolName },
})

export const toWirePriceList = ({
  id,
  name,
  companyId,
  companyName,
  rowCount,
  companyCount,
}: PriceList): WirePriceList => ({
  _id: id,
  name,
  company: companyId === null ? null : { _id: companyId, name: companyName ?? '' },
  rows: rowCount,
  companies: companyCount,
})

export const toWireListRow = (row: ListedRow): WireListRow => ({
  _id: row.id,
  toolId: row.toolId,
  sku: row.tool?.sku ?? '',
  toolName: row.tool?.name ?? '',
  discountGroup: row.discountGroup ?? '',
  validFrom: row.validFrom,
  price: toAmount(row.priceCents),
  priceBreaks: toWireBreaks(row.priceBreaks),
  percentOff: row.percentOff,
  listPrice: toAmount(row.tool?.priceCents ?? null),
  state: row.state,
  isAbovePublic: row.isAbovePublic,
})

export const toWireAnswer = ({ tool, list, own, because, isLower }: ExplainedPrice): WirePriceAnswer => ({
  toolId: tool.id,
  sku: tool.sku,
  name: tool.name,
  list: toWirePrices(list),
  own: toWirePrices(own),
  isLower,
  because: because
    ? {
        listName: because.listName,
        isContract: because.isContract,
        target: because.target,
        validFrom: because.validFrom,
        price: toAmount(because.priceCents),
        percentOff: because.percentOff,
      }
    : null,
})
