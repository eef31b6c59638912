import { writeJson } from '#api/exports/write-json.ts'
import { toWireAddress, toWirePersonalData, toWireProfile, toWireReview } from '#api/mappers/accounts.ts'
import { toToolSearch, toWireListedTool, toWireToolDetails } from '#api/mappers/tools.ts'
import { refuse } from '#contract/refusals.ts'
import { PersonalData } from '#contract/schemas/personal-data.ts'
import { isAdmin } from '#shop/accounts/actors.ts'
import { addAddress, deleteAddress, listAddresses, updateAddress } from '#shop/accounts/addresses.ts'
import { closeAccount } from '#shop/accounts/close-account.ts'
import { ensureAccount } from '#shop/accounts/ensure-account.ts'
import { exportPersonalData } from '#shop/accounts/personal-data.ts'
import { findProfile, saveProfile } from '#shop/accounts/profiles.ts'
import { listBrands } from '#shop/catalogue/brands.ts'
import { listCategories } from '#shop/catalogue/categories.ts'
import { getToolDetails } from '#shop/catalogue/tool-details.ts'
import { countToolFacets } from '#shop/catalogue/tool-facets.ts'
import { countTools, getTool, listToolIds, listTools } from '#shop/catalogue/tools.ts'
import { addImage, reserveUploadedImage } from '#shop/images.ts'
import { addReview, listReviews } from '#shop/reviews/reviews.ts'
import { accountHandlers } from './account-handlers.ts'
import { adminHandlers } from './admin-handlers.ts'
import { afterSaleHandlers } from './after-sale-handlers.ts'
import { companyHandlers } from './company-handlers.ts'
import { fulfilmentHandlers } from './fulfilment-handlers.ts'
import { assertOwnEmail, type Handlers } from './handler.ts'
import { importHandlers } from './import-handlers.ts'
import { onBehalfHandlers } from './on-behalf-handlers.ts'
import { orderHandlers } from './order-handlers.ts'
import { pageHandlers } from './page-handlers.ts'
import { priceHandlers } from './price-handlers.ts'

export const handlers: Handlers = {
  issueAccessToken: async ({ shop, identity, authenticator }, { request, params, body }) => {
    const claims = (await identity.identify(request.headers)) ?? refuse('sign_in_required')
    if (body.email !== params.email) refuse('not_yours')
    const account = await ensureAccount(shop, claims, params.email)
    return { token: await authenticator.issue(account, claims) }
  },
  isAdmin: async ({ shop }, { actor, params }) => ({ admin: await isAdmin(shop, actor, params.email) }),
  listReviews: async ({ shop }, { query }) => (await listReviews(shop, query)).map(toWireReview),
  listTools: async ({ shop }, { query }) => (await listTools(shop, toToolSearch(query), query)).map(toWireListedTool),
  countTools: ({ shop }, { query }) => countTools(shop, toToolSearch(query)),
  listToolIds: ({ shop }, { query }) => listToolIds(shop, query),
  getTool: async ({ shop }, { params }) => toWireListedTool(await getTool(shop, params.id)),
  getToolDetails: async ({ shop }, { params }) => toWireToolDetails(await getToolDetails(shop, params.id)),
  countToolFacets: ({ shop }, { query }) => countToolFacets(shop, toToolSearch(query)),
  listBrands: ({ shop }) => listBrands(shop),
  listCategories: ({ shop }) => listCategories(shop),
  uploadImage: async ({ shop }, { actor, form }) => ({
    success: true,
    data: { url: await addImage(shop, actor, form.image) },
  }),
  addReview: async ({ shop }, { actor, body }) => {
    assertOwnEmail(actor, body.email)
    await reserveUploadedImage(shop, body.img)
    const { id, waitsFor } = await addReview(shop, actor, body)
    return { insertedId: id, waitsFor }
  },
  listAddresses: async ({ shop }, { actor }) => (await listAddresses(shop, actor.account)).map(toWireAddress),
  addAddress: async ({ shop }, { actor, body }) => ({ insertedId: await addAddress(shop, actor, body) }),
  updateAddress: async ({ shop }, { actor, params, body: { shown, ...address } }) => {
    await updateAddress(shop, actor, params.id, address, shown)
    return { acknowledged: true }
  },
  deleteAddress: async ({ shop }, { actor, params }) => {
    await deleteAddress(shop, actor, params.id)
    return { acknowledged: true }
  },
  findProfile: async ({ shop }, { actor, query }) => {
    assertOwnEmail(actor, query.email)
    const profile = await findProfile(shop, actor.account)
    return profile ? toWireProfile(profile, actor.account) : null
  },
  createProfile: async ({ shop }, { actor, body }) => {
    assertOwnEmail(actor, body.email)
    return { insertedId: (await saveProfile(shop, actor, body)).id }
  },
  updateProfile: async ({ shop }, { actor, params, body }) => {
    assertOwnEmail(actor, params.email)
    assertOwnEmail(actor, body.email)
    await saveProfile(shop, actor, body, body.shown)
    return { acknowledged: true }
  },
  exportPersonalData: async ({ shop }, { actor, params }) => {
    const data = toWirePersonalData(await exportPersonalData(shop, actor, params.email), shop.settings.current)
    return { fileName: 'personal-data.json', texts: writeJson(PersonalData, data) }
  },
  closeAccount: async ({ shop }, { actor, params, query }) => {
    await closeAccount(shop, actor, params.email, query)
    return { deletedCount: 1 }
  },
  ...orderHandlers,
  ...accountHandlers,
  ...adminHandlers,
  ...afterSaleHandlers,
  ...companyHandlers,
  ...priceHandlers,
  ...fulfilmentHandlers,
  ...importHandlers,
  ...onBehalfHandlers,
  ...pageHandlers,
}
