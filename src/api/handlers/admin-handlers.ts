import type { z } from 'zod'
import { writeCsv } from '#api/exports/csv.ts'
import { exportList } from '#api/exports/exported-lists.ts'
import { toWireAccount, toWireAdminAction, toWireModeratedReview } from '#api/mappers/accounts.ts'
import { toWireActionResult } from '#api/mappers/bulk-actions.ts'
import { toWireOverview } from '#api/mappers/overview.ts'
import { toExactPrices, toShownFields, toToolFields } from '#api/mappers/tools.ts'
import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts'
import type { Appearance as WireAppearance } from '#contract/schemas/admin/appearance.ts'
import type { SettingsChange, Settings as WireSettings } from '#contract/schemas/admin/settings.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import { sumOrders } from '#shop/accounts/account-details.ts'
import { countAccounts, listAccounts } from '#shop/accounts/accounts.ts'
import { demote, promote } from '#shop/accounts/set-areas.ts'
import { removePicture, setPicture } from '#shop/appearance.ts'
import { countAdminActions, listAdminActions } from '#shop/audit-log.ts'
import { deleteBrand, renameBrand } from '#shop/catalogue/brands.ts'
import { addCategory, deleteCategory, moveCategory, updateCategory } from '#shop/catalogue/categories.ts'
import { changePrices } from '#shop/catalogue/change-prices.ts'
import { addTool, deleteTool, updateTool } from '#shop/catalogue/change-tools.ts'
import { actOnTools } from '#shop/catalogue/discontinue-tools.ts'
import { getOverview } from '#shop/figures/overview.ts'
import { reserveUploadedImage } from '#shop/images.ts'
import { countAllReviews, deleteReview, listAllReviews, moderateReview } from '#shop/reviews/review-moderation.ts'
import { updateSettings } from '#shop/settings.ts'
import type { Shop } from '#shop/shop.ts'
import type { Handlers } from './handler.ts'

export const adminHandlers: Pick<Handlers, keyof typeof adminEndpoints> = {
  async listAccounts({ shop }, { query: { totals, ...query } }) {
    const accounts = await listAccounts(shop, query)
    const ids = accounts.map(({ id }) => id)
    const totalsById = totals ? await sumOrders(shop.db, ids) : undefined
    return accounts.map(account => toWireAccount(account, totalsById?.get(account.id)))
  },
  countAccounts: async ({ shop }, { query }) => ({ count: await countAccounts(shop, query) }),
  promote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await promote(shop, actor, params.email)) }),
  demote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await demote(shop, actor, params.email)) }),
  addTool: async ({ shop }, { actor, body }) => {
    await reserveImages(shop, body)
    return { insertedId: await addTool(shop, actor, toToolFields(body)) }
  },
  updateTool: async ({ shop }, { actor, params, body }) => {
    await reserveImages(shop, body)
    await updateTool(shop, actor, params.id, toToolFields(body), {
      fields: body.shown && toShownFields(body.shown),
      stock: body.availableBefore,
    })
    return { modifiedCount: 1 }
  },
  deleteTool: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteTool(shop, actor, params.id)),
  }),
  actOnTools: async ({ shop }, { actor, body }) => ({
    results: (await actOnTools(shop, actor, body.action, body.ids)).map(toWireActionResult),
  }),
  changePrices: async ({ shop }, { actor, body }) => {
    const changes = body.tools.map(({ id, shown, ...prices }) => ({
      id,
      prices: toExactPrices(prices),
      shown: toExactPrices(shown),
    }))
    return { results: (await changePrices(shop, actor, changes)).map(toWireActionResult) }
  },
  renameBrand: async ({ shop }, { actor, params, body }) => {
    await renameBrand(shop, actor, params.slug, body, body.shown)
    return { modifiedCount: 1 }
  },
  deleteBrand: async ({ shop }, { actor, params }) => {
    await deleteBrand(shop, actor, params.slug)
    return { deletedCount: 1 }
  },
  addCategory: async ({ shop }, { actor, body }) => ({ slug: await addCategory(shop, actor, body) }),
  updateCategory: async ({ shop }, { actor, params, body }) => {
    await updateCategory(shop, actor, params.slug, body, body.shown)
    return { modifiedCount: 1 }
  },
  moveCategory: async ({ shop }, { actor, params, body }) => {
    await moveCategory(shop, actor, params.slug, body.direction)
    return { modifiedCount: 1 }
  },
  deleteCategory: async ({ shop }, { actor, params }) => {
    await deleteCategory(shop, actor, params.slug)
    return { deletedCount: 1 }
  },
  listAllReviews: async ({ shop }, { query }) => (await listAllReviews(shop, query)).map(toWireModeratedReview),
  countAllReviews: async ({ shop }, { query }) => ({ count: await countAllReviews(shop, query) }),
  moderateReview: async ({ shop }, { actor, params, body }) => ({
    modifiedCount: Number(await moderateReview(shop, actor, params.id, body.action)),
  }),
  deleteReview: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteReview(shop, actor, params.id)),
  }),
  exportList: async ({ shop }, { actor, params, query }) => {
    const file = await exportList(shop, actor, params.list, query)
    return { fileName: file.fileName, texts: writeCsv(file, query.decimalSign) }
  },
  getOverview: async ({ shop }, { query: { days, from, to } }) =>
    toWireOverview(await getOverview(shop, from !== undefined && to !== undefined ? { from, to } : { days })),
  getSettings: async ({ shop }) => ({
    current: toWireSettings(shop.settings.current),
    defaults: toWireSettings(shop.settings.defaults),
  }),
  updateSettings: async ({ shop }, { actor, body: { shown, ...changes } }) => {
    await updateSettings(shop, actor, toSettingsChange(changes), shown && toSettingsChange(shown))
    return { acknowledged: true }
  },
  getAppearance: async ({ shop: { settings } }) => ({
    current: pickAppearance(settings.current),
    defaults: pickAppearance(settings.defaults),
    pictures: settings.pictures,
  }),
  updateAppearance: async ({ shop }, { actor, body: { shown, ...changes } }) => {
    await updateSettings(shop, actor, omitUndefined(changes), shown && omitUndefined(shown))
    return { acknowledged: true }
  },
  setPicture: async ({ shop }, { actor, params, form }) => {
    await setPicture(shop, actor, params.picture, form.image)
    return { acknowledged: true }
  },
  removePicture: async ({ shop }, { actor, params }) => {
    await removePicture(shop, actor, params.picture)
    return { acknowledged: true }
  },
  listAdminActions: async ({ shop }, { query }) => (await listAdminActions(shop, query)).map(toWireAdminAction),
  countAdminActions: async ({ shop }, { query }) => ({ count: await countAdminActions(shop, query) }),
}

async function reserveImages(shop: Shop, { image, furtherImages = [] }: ToolImages): Promise<void> {
  for (const url of [image, ...furtherImages.map(each => each.url)]) await reserveUploadedImage(shop, url)
}

interface ToolImages {
  image: string
  furtherImages?: readonly { url: string }[] | undefined
}

function toWireSettings({ orderMinimumCents, ...settings }: ShopSettings): WireSettings {
  const { accentColor, bannerAbove, bannerBelow, hiddenSections, footerPages, social, ...own } = settings
  return { ...own, orderMinimum: orderMinimumCents / 100 }
}

const pickAppearance = ({
  accentColor,
  bannerAbove,
  bannerBelow,
  hiddenSections,
  footerPages,
  social,
}: ShopSettings): WireAppearance => ({ accentColor, bannerAbove, bannerBelow, hiddenSections, footerPages, social })

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ShopSettings>

function toSettingsChange({
  orderMinimum,
  ...change
}: Omit<z.output<typeof SettingsChange>, 'shown'>): Partial<ShopSettings> {
  return {
    ...omitUndefined(change),
    ...(orderMinimum !== undefined && { orderMinimumCents: Math.round(orderMinimum * 100) }),
  }
}
