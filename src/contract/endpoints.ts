import { z } from 'zod'
import { EmailParams, NewProfile, Profile, ProfileChange } from '#contract/schemas/accounts.ts'
import { AddressChange, BookAddress, SavedAddress } from '#contract/schemas/addresses.ts'
import { Brand, Category, ToolFacets } from '#contract/schemas/catalogue.ts'
import {
  acknowledged,
  countReply,
  deletedCount,
  email,
  idParams,
  insertedId,
  pageQuery,
} from '#contract/schemas/fields.ts'
import { ImageUpload, ImageUploadReply } from '#contract/schemas/images.ts'
import { CloseAccountQuery, PersonalData } from '#contract/schemas/personal-data.ts'
import { AddedReview, NewReview, Review } from '#contract/schemas/reviews.ts'
import { ListedTool, ToolDetails, ToolFilter, ToolIdsQuery, ToolQuery } from '#contract/schemas/tools.ts'
import type { EndpointTable } from './endpoint.ts'
import { accountEndpoints } from './endpoints/account-endpoints.ts'
import { adminEndpoints } from './endpoints/admin-endpoints.ts'
import { afterSaleEndpoints } from './endpoints/after-sale-endpoints.ts'
import { companyEndpoints } from './endpoints/company-endpoints.ts'
import { fulfilmentEndpoints } from './endpoints/fulfilment-endpoints.ts'
import { importEndpoints } from './endpoints/import-endpoints.ts'
import { onBehalfEndpoints } from './endpoints/on-behalf-endpoints.ts'
import { orderEndpoints } from './endpoints/order-endpoints.ts'
import { pageEndpoints } from './endpoints/page-endpoints.ts'
import { priceEndpoints } from './endpoints/price-endpoints.ts'
import { maxImageBytes } from './limits.ts'

export const endpoints = {
  issueAccessToken: {
    access: 'proof',
    limit: 'read',
    summary: "Exchange the identity provider's proof for an access token",
    params: EmailParams,
    body: EmailParams,
    reply: z.object({ token: z.string() }),
  },
  isAdmin: {
    access: 'account',
    summary: 'Whether an account is an admin: your own, or any for an admin',
    params: EmailParams,
    reply: z.object({ admin: z.boolean() }),
  },
  listReviews: {
    access: 'public',
    summary: 'The newest reviews, oldest of them first; further pages go back in time',
    query: pageQuery,
    reply: z.array(Review),
    cacheTag: 'reviews',
    cursor: 'first',
  },
  listTools: {
    access: 'public',
    summary: 'The catalogue, searched, filtered and sorted; with id just that tool',
    query: ToolQuery,
    reply: z.array(ListedTool),
    cacheTag: 'tools',
    cursor: 'last',
  },
  countTools: {
    access: 'public',
    summary: 'How many tools a search finds, and whether only similar words matched',
    query: ToolFilter,
    // `similar` is also true if nothing matches.
    reply: countReply.extend({ similar: z.boolean() }),
    cacheTag: 'tools',
  },
  listToolIds: {
    access: 'public',
    summary: 'The ids of the catalogue, newest first; the cursor is the last id of the page before',
    query: ToolIdsQuery,
    reply: z.array(z.string()),
    cacheTag: 'catalogue',
  },
  getTool: { access: 'account', summary: 'One tool', params: idParams, reply: ListedTool },
  getToolDetails: {
    access: 'public',
    summary: 'One tool with all that its page shows',
    params: idParams,
    reply: ToolDetails,
    cacheTag: 'tools',
  },
  countToolFacets: {
    access: 'public',
    limit: 'search',
    summary: 'How many tools each further filter of a search would leave',
    query: ToolFilter,
    reply: ToolFacets,
    cacheTag: 'tools',
  },
  listBrands: { access: 'public', summary: 'All brands, by name', reply: z.array(Brand), cacheTag: 'catalogue' },
  listCategories: {
    access: 'public',
    summary: 'All categories in their order, each before those in it',
    reply: z.array(Category),
    cacheTag: 'catalogue',
  },
  uploadImage: {
    access: 'verified',
    limit: 'heavy',
    summary: 'Upload an image to the shop’s image host, in imgbb’s form; it is decoded and encoded again',
    query: z.object({ key: z.string().optional() }),
    form: ImageUpload,
    // The extra bytes are for multipart encoding.
    bodyLimit: [maxImageBytes + 10_000, 'image_too_large'],
    reply: ImageUploadReply,
  },
  addReview: { access: 'verified', limit: 'heavy', summary: 'Add a review', body: NewReview, reply: AddedReview },
  listAddresses: {
    access: 'account',
    summary: 'Your address book, the last used first, and the sites of your company',
    reply: z.array(SavedAddress),
  },
  addAddress: {
    access: 'account',
    summary: 'Save an address, or a site of your company',
    body: BookAddress,
    reply: insertedId,
  },
  updateAddress: {
    access: 'account',
    summary: 'Change an address of yours, or a site of your company',
    params: idParams,
    body: AddressChange,
    reply: acknowledged,
  },
  deleteAddress: {
    access: 'account',
    summary: 'Delete an address of yours, or a site of your company',
    params: idParams,
    reply: acknowledged,
  },
  findProfile: {
    access: 'account',
    summary: 'Your profile',
    query: z.object({ email: email.optional() }),
    reply: Profile.nullable(),
  },
  createProfile: { access: 'account', summary: 'Save your profile', body: NewProfile, reply: insertedId },
  updateProfile: {
    access: 'account',
    summary: 'Update your profile',
    params: EmailParams,
    body: ProfileChange,
    reply: acknowledged,
  },
  exportPersonalData: {
    access: 'account',
    limit: 'heavy',
    summary: 'Everything the shop stores about an account: your own, or any for an admin, on record',
    params: EmailParams,
    reply: PersonalData,
    file: 'application/json',
  },
  closeAccount: {
    access: 'account',
    summary: 'Close an account for good: your own, or any for an admin, on record',
    params: EmailParams,
    query: CloseAccountQuery,
    reply: deletedCount,
  },
  ...onBehalfEndpoints,
  ...orderEndpoints,
  ...accountEndpoints,
  ...adminEndpoints,
  ...companyEndpoints,
  ...afterSaleEndpoints,
  ...fulfilmentEndpoints,
  ...importEndpoints,
  ...pageEndpoints,
  ...priceEndpoints,
} as const satisfies EndpointTable

export type Endpoints = typeof endpoints
