import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { maxImageBytes } from '#contract/limits.ts'
import { AccountFilter, AccountQuery, AccountSummary, EmailParams } from '#contract/schemas/accounts.ts'
import { ActionFilter, ActionQuery, AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import { AppearanceChange, AppearanceReply, PictureParams, PictureUpload } from '#contract/schemas/admin/appearance.ts'
import { ActionResults, PriceChanges, ToolAction } from '#contract/schemas/admin/bulk-actions.ts'
import { ExportParams, ExportQuery } from '#contract/schemas/admin/exports.ts'
import { Overview, OverviewQuery } from '#contract/schemas/admin/overview.ts'
import { SettingsChange, SettingsReply } from '#contract/schemas/admin/settings.ts'
import { BrandName, CategoryChange, CategoryMove, NewCategory, slugParams } from '#contract/schemas/catalogue.ts'
import {
  acknowledged,
  countReply,
  deletedCount,
  idParams,
  insertedId,
  modifiedCount,
} from '#contract/schemas/fields.ts'
import { AllReviewsFilter, AllReviewsQuery, ModeratedReview, ReviewModeration } from '#contract/schemas/reviews.ts'
import { NewTool, ToolChange } from '#contract/schemas/tools.ts'

export const adminEndpoints = {
  listAccounts: {
    access: 'admin:orders|accounts',
    summary: 'All accounts, searched, filtered and sorted',
    query: AccountQuery,
    reply: z.array(AccountSummary),
    cursor: 'last',
  },
  countAccounts: {
    access: 'admin:orders|accounts',
    summary: 'How many accounts a search finds',
    query: AccountFilter,
    reply: countReply,
  },
  promote: {
    access: 'full-admin',
    summary: 'Make an account an admin with all areas',
    params: EmailParams,
    reply: modifiedCount,
  },
  demote: {
    access: 'full-admin',
    summary: 'Take the admin role back, but never from the last admin with all areas',
    params: EmailParams,
    reply: modifiedCount,
  },
  addTool: { access: 'admin:catalogue', summary: 'Add a tool to the catalogue', body: NewTool, reply: insertedId },
  updateTool: {
    access: 'admin:catalogue',
    summary: 'Change a tool of the catalogue, its stock included',
    params: idParams,
    body: ToolChange,
    bodyLimit: [200_000, 'body_too_large'],
    reply: modifiedCount,
  },
  deleteTool: {
    access: 'admin:catalogue',
    summary: 'Take a tool out of the catalogue',
    params: idParams,
    reply: deletedCount,
  },
  actOnTools: {
    access: 'admin:catalogue',
    summary: 'Discontinue up to 100 tools, or put them back on sale; a repeated call finds nothing to do',
    body: ToolAction,
    reply: ActionResults,
  },
  changePrices: {
    access: 'admin:catalogue',
    summary: 'Change the prices of up to 100 tools; those that changed meanwhile are refused',
    body: PriceChanges,
    reply: ActionResults,
  },
  renameBrand: {
    access: 'admin:catalogue',
    summary: 'Rename a brand; its slug changes with it',
    params: slugParams,
    body: BrandName,
    reply: modifiedCount,
  },
  deleteBrand: {
    access: 'admin:catalogue',
    summary: 'Delete a brand, whose tools then have none',
    params: slugParams,
    reply: deletedCount,
  },
  addCategory: {
    access: 'admin:catalogue',
    summary: 'Add a category at the end',
    body: NewCategory,
    reply: z.object({ slug: z.string() }),
  },
  updateCategory: {
    access: 'admin:catalogue',
    summary: 'Change a category; its slug stays',
    params: slugParams,
    body: CategoryChange,
    reply: modifiedCount,
  },
  moveCategory: {
    access: 'admin:catalogue',
    summary: 'Move a category before or after its neighbor',
    params: slugParams,
    body: CategoryMove,
    reply: modifiedCount,
  },
  deleteCategory: {
    access: 'admin:catalogue',
    summary: 'Delete a category: its tools then have none, and those in it move to the top',
    params: slugParams,
    reply: deletedCount,
  },
  listAllReviews: {
    access: 'admin:catalogue',
    summary: 'All reviews, those not shown too, searched, filtered and sorted',
    query: AllReviewsQuery,
    reply: z.array(ModeratedReview),
    cursor: 'last',
  },
  countAllReviews: {
    access: 'admin:catalogue',
    summary: 'How many reviews a search finds',
    query: AllReviewsFilter,
    reply: countReply,
  },
  moderateReview: {
    access: 'admin:catalogue',
    summary: 'Show or hide a review',
    params: idParams,
    body: ReviewModeration,
    reply: modifiedCount,
  },
  deleteReview: {
    access: 'admin:catalogue',
    summary: 'Delete a review for good',
    params: idParams,
    reply: deletedCount,
  },
  exportList: {
    access: 'admin',
    summary: 'All rows of a list as it is filtered, as CSV; on record',
    params: ExportParams,
    query: ExportQuery,
    reply: z.string(),
    file: 'text/csv',
  },
  getOverview: {
    access: 'admin:orders',
    summary: 'Figures of a period beside those of the one before, and open work',
    query: OverviewQuery,
    reply: Overview,
  },
  getSettings: {
    access: 'admin:settings',
    summary: 'The settings of the shop, and those of its environment',
    reply: SettingsReply,
  },
  updateSettings: {
    access: 'admin:settings',
    summary: 'Change settings of the shop: those that are sent',
    body: SettingsChange,
    reply: acknowledged,
  },
  getAppearance: {
    access: 'admin:settings',
    summary: 'How the shop looks, and how it looks by default',
    reply: AppearanceReply,
  },
  updateAppearance: {
    access: 'admin:settings',
    summary: 'Change how the shop looks: what is sent',
    body: AppearanceChange,
    reply: acknowledged,
  },
  setPicture: {
    access: 'admin:settings',
    summary: 'Upload the logo, or the picture of the home page’s banner',
    params: PictureParams,
    form: PictureUpload,
    bodyLimit: [maxImageBytes + 10_000, 'image_too_large'],
    reply: acknowledged,
  },
  removePicture: {
    access: 'admin:settings',
    summary: 'Remove the logo, or the picture of the banner: those of the software are shown',
    params: PictureParams,
    reply: acknowledged,
  },
  listAdminActions: {
    access: 'admin:settings',
    summary: 'What admins did, searched, filtered and sorted',
    query: ActionQuery,
    reply: z.array(AdminAction),
    cursor: 'last',
  },
  countAdminActions: {
    access: 'admin:settings',
    summary: 'How many actions a search finds',
    query: ActionFilter,
    reply: countReply,
  },
} as const satisfies Partial<EndpointTable>
