import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { acknowledged, countReply, idParams, insertedId } from '#contract/schemas/fields.ts'
import {
  ListRow,
  ListRowFilter,
  ListRowParams,
  ListRowQuery,
  NewListRow,
  NewPriceList,
  PriceAnswer,
  PriceListChange,
  PriceListOfCompany,
  PriceListSummary,
  PriceLookup,
  PriceQuestion,
  ToolPrice,
} from '#contract/schemas/prices.ts'

export const priceEndpoints = {
  getPrices: {
    access: 'member',
    limit: 'read',
    summary: 'Prices of your company for up to 1,000 tools; none for a tool at its list price',
    body: PriceLookup,
    reply: z.array(ToolPrice),
  },
  listPriceLists: {
    access: 'admin:catalogue',
    summary: 'The price lists that companies share, and the contracts of companies',
    reply: z.array(PriceListSummary),
  },
  addPriceList: {
    access: 'admin:catalogue',
    summary: 'Add a price list without rows',
    body: NewPriceList,
    reply: insertedId,
  },
  getPriceList: { access: 'admin:catalogue', summary: 'A price list', params: idParams, reply: PriceListSummary },
  renamePriceList: {
    access: 'admin:catalogue',
    summary: 'Rename a price list',
    params: idParams,
    body: PriceListChange,
    reply: acknowledged,
  },
  deletePriceList: {
    access: 'admin:catalogue',
    summary: 'Delete a price list that no company has',
    params: idParams,
    reply: acknowledged,
  },
  listListRows: {
    access: 'admin:catalogue',
    summary: 'Rows of a price list, searched and filtered, newest first',
    params: idParams,
    query: ListRowQuery,
    reply: z.array(ListRow),
    cursor: 'last',
  },
  countListRows: {
    access: 'admin:catalogue',
    summary: 'How many rows of a price list a search finds',
    params: idParams,
    query: ListRowFilter,
    reply: countReply,
  },
  addListRow: {
    access: 'admin:catalogue',
    summary: 'Add a row to a price list: from its day on it takes the place of an earlier one',
    params: idParams,
    body: NewListRow,
    reply: insertedId,
  },
  deleteListRow: {
    access: 'admin:catalogue',
    summary: 'Delete a row of a price list: an earlier one counts again',
    params: ListRowParams,
    reply: acknowledged,
  },
  setPriceListOf: {
    access: 'admin:accounts',
    summary: 'Give a company a price list, or none',
    params: idParams,
    body: PriceListOfCompany,
    reply: acknowledged,
  },
  addContract: {
    access: 'admin:accounts',
    summary: 'Begin the contract of a company, a price list of its own, or find the present one',
    params: idParams,
    reply: insertedId,
  },
  explainPrice: {
    access: 'admin:accounts',
    summary: 'What a company pays for a tool, and why',
    params: idParams,
    query: PriceQuestion,
    reply: PriceAnswer,
  },
} as const satisfies Partial<EndpointTable>
