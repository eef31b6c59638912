import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Specification } from '#contract/cells/specifications.ts'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import { adminActionNames } from '#contract/schemas/admin/admin-actions.ts'
import type { StockReason } from '#contract/schemas/admin/stock.ts'
import type { FooterEntry } from '#contract/schemas/footer-entries.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import type { AdminArea } from '#contract/states/admin-areas.ts'
import { createdAt, id } from './columns.ts'

export type ChangedFields = Partial<{
  role: string
  areas: AdminArea[]
  companyRole: string
  amountCents: number | null
  taxId: string
  street: string
  city: string
  region: string
  postalCode: string
  country: string
  phone: string
  email: string
  poRequired: boolean
  percentOff: number | null
  validFrom: string
  priceList: string
  discount_group: string
  gtin: string
  manufacturer_number: string
  state: string
  deleted_at: string | null
  name: string
  image: string
  price_cents: number
  minimum: number
  available: number
  description: string
  sku: string
  increment: number
  unit_label: string
  price_breaks: PriceBreak[]
  tax_percent: number | null
  image_alt: string
  discontinued: boolean
  brand: string
  category: string
  replacement_sku: string
  specifications: Specification[]
  further_images: { url: string; alt: string }[]
  parent_id: string | null
  filters: string[]
  stockReason: StockReason
  heldUntil: string | null
  shippedPieces: number
  refunded_cents: number
  reason: string
  returned: boolean
  approved: boolean
  hidden: boolean
  deleted: boolean
  closed: boolean
  position: number
  exported: boolean
  blocked: boolean
  noted: boolean
  carrier: string
  trackingNumber: string
  note: string
  title: string
  slug: string
  body: string
  footerEntry: FooterEntry | null
  published: boolean
}> &
  Partial<ShopSettings>

export const adminActions = pgTable('admin_actions', {
  id: id(),
  actorId: uuid(),
  actorEmail: text(),
  action: text({ enum: adminActionNames }).notNull(),
  targetKind: text({
    enum: [
      'account',
      'order',
      'tool',
      'review',
      'brand',
      'category',
      'settings',
      'list',
      'page',
      'company',
      'price_list',
    ],
  }).notNull(),
  targetId: uuid().notNull(),
  target: text().notNull(),
  before: jsonb().$type<ChangedFields>().notNull(),
  after: jsonb().$type<ChangedFields>().notNull(),
  createdAt: createdAt(),
})
