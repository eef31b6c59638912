import { toWireAnswer, toWireListRow, toWirePartNumber, toWirePriceList } from '#api/mappers/prices.ts'
import { toExactPrices, toWirePrices } from '#api/mappers/tools.ts'
import type { priceEndpoints } from '#contract/endpoints/price-endpoints.ts'
import { countPartNumbers, listPartNumbers, setPartNumbers } from '#shop/companies/part-numbers.ts'
import { explainPrice, readPricesOf } from '#shop/prices/explain-price.ts'
import { addListRow, countListRows, deleteListRow, listDiscountGroups, listListRows } from '#shop/prices/list-rows.ts'
import {
  addPriceList,
  deletePriceList,
  getOrAddContract,
  getPriceList,
  listPriceLists,
  renamePriceList,
  setPriceListOf,
} from '#shop/prices/price-lists.ts'
import { getCompanyId, type Handlers } from './handler.ts'

const done = { acknowledged: true }

export const priceHandlers: Pick<Handlers, keyof typeof priceEndpoints> = {
  getPrices: async ({ shop }, { actor, body }) =>
    (await readPricesOf(shop, actor.account.companyId, body.ids)).flatMap(({ id, companyPrices }) =>
      companyPrices ? { _id: id, ...toWirePrices(companyPrices) } : [],
    ),
  listPartNumbers: async ({ shop }, { actor, query }) =>
    (await listPartNumbers(shop, getCompanyId(actor), query)).map(toWirePartNumber),
  countPartNumbers: async ({ shop }, { actor, query }) => ({
    count: await countPartNumbers(shop, getCompanyId(actor), query),
  }),
  setPartNumbers: async ({ shop }, { actor, body }) => {
    await setPartNumbers(shop, actor, body.lines)
    return done
  },
  listPriceLists: async ({ shop }) => (await listPriceLists(shop)).map(toWirePriceList),
  addPriceList: async ({ shop }, { actor, body }) => ({ insertedId: await addPriceList(shop, actor, body.name) }),
  getPriceList: async ({ shop }, { params }) => toWirePriceList(await getPriceList(shop, params.id)),
  listDiscountGroups: ({ shop }) => listDiscountGroups(shop),
  renamePriceList: async ({ shop }, { actor, params, body: { shown, ...change } }) => {
    await renamePriceList(shop, actor, params.id, change, shown)
    return done
  },
  deletePriceList: async ({ shop }, { actor, params }) => {
    await deletePriceList(shop, actor, params.id)
    return done
  },
  listListRows: async ({ shop }, { params, query }) => (await listListRows(shop, params.id, query)).map(toWireListRow),
  countListRows: async ({ shop }, { params, query }) => ({ count: await countListRows(shop, params.id, query) }),
  addListRow: async ({ shop }, { actor, params, body: { price, priceBreaks, ...row } }) => {
    const prices = price === null ? { priceCents: null, priceBreaks: [] } : toExactPrices({ price, priceBreaks })
    return { insertedId: await addListRow(shop, actor, params.id, { ...row, ...prices }) }
  },
  deleteListRow: async ({ shop }, { actor, params }) => {
    await deleteListRow(shop, actor, params.id, params.rowId)
    return done
  },
  setPriceListOf: async ({ shop }, { actor, params, body }) => {
    await setPriceListOf(shop, actor, params.id, body.priceListId)
    return done
  },
  addContract: async ({ shop }, { actor, params }) => ({ insertedId: await getOrAddContract(shop, actor, params.id) }),
  explainPrice: async ({ shop }, { params, query }) => toWireAnswer(await explainPrice(shop, params.id, query.sku)),
}
