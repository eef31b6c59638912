import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PostalAddress } from '#contract/addresses.ts'
import type { FooterEntry } from '#contract/footer-entries.ts'
import type { ImportState } from '#contract/import-steps.ts'
import type { PriceBreak } from '#contract/prices.ts'
import { adminActionNames } from '#contract/schemas/admin-actions.ts'
import type { StockReason } from '#contract/schemas/stock.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import type { Specification } from '#contract/specifications.ts'
import type { ToolColumn } from '#contract/tool-cells.ts'

const id = () => uuid().primaryKey().default(sql`new_id()`)
const time = () => timestamp({ withTimezone: true })
const percent = () => numeric({ precision: 4, scale: 2, mode: 'number' })
const createdAt = () => time().notNull().defaultNow()

export const accounts = pgTable('accounts', {
  id: id(),
  email: text().notNull(),
  name: text().notNull(),
  picture: text(),
  emailVerified: boolean().notNull(),
  /** 'customer' is the API's word; elsewhere the account that orders is the buyer. */
  role: text({ enum: ['customer', 'admin'] })
    .notNull()
    .default('customer'),
  createdAt: createdAt(),
  /** For orders, in all. */
  paidCents: bigint({ mode: 'number' }).notNull().default(0),
  /** From somebody who had signed up with its email: what was written before is not its owner's. */
  takenOverAt: time(),
  /** Its email, name and picture are gone. */
  closedAt: time(),
  /** It can neither call nor log in. */
  blockedAt: time(),
  blockedReason: text().notNull().default(''),
})

/** What admins wrote about an account. */
export const accountNotes = pgTable('account_notes', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  authorEmail: text().notNull(),
  text: text().notNull(),
  createdAt: createdAt(),
})

export const tools = pgTable('tools', {
  id: id(),
  name: text().notNull(),
  image: text().notNull(),
  priceCents: integer().notNull(),
  minimum: integer().notNull(),
  available: integer().notNull(),
  description: text().notNull(),
  /** Unique among the tools of the catalogue, regardless of case. */
  sku: text().notNull().default(sql`'IM-' || nextval('tool_numbers')`),
  /** Pieces per pack: only whole packs are sold. */
  increment: integer().notNull().default(1),
  /** Such as 'carton of 24'; empty for single pieces. */
  unitLabel: text().notNull().default(''),
  priceBreaks: jsonb().$type<PriceBreak[]>().notNull().default([]),
  /** Of the tax that the price includes; null where the shop's rate applies. */
  taxPercent: percent(),
  brandId: uuid(),
  categoryId: uuid(),
  /** Of the image; empty where the name says enough. */
  imageAlt: text().notNull().default(''),
  /** Sold until the stock is gone. */
  discontinued: boolean().notNull().default(false),
  replacementId: uuid(),
  deletedAt: time(),
})

export const brands = pgTable('brands', { id: id(), name: text().notNull(), slug: text().notNull() })

/** In two levels: a parent has none itself. */
export const categories = pgTable('categories', {
  id: id(),
  parentId: uuid(),
  name: text().notNull(),
  slug: text().notNull(),
  /** Among all categories. */
  position: integer().notNull(),
  /** Names of the specifications that its tools are filtered by. */
  filters: text().array().notNull().default([]),
})

export const toolSpecifications = pgTable('tool_specifications', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  value: text().notNull(),
  unit: text().notNull(),
  nameSlug: text().notNull(),
  /** Of value and unit. */
  valueSlug: text().notNull(),
  /** The value, where it is a number. */
  number: doublePrecision(),
})

/** Those after the first, which is the tool's own. */
export const toolImages = pgTable('tool_images', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  url: text().notNull(),
  alt: text().notNull(),
})

/** That admins write, for visitors. */
export const pages = pgTable('pages', {
  id: id(),
  slug: text().notNull(),
  title: text().notNull(),
  /** Markdown. */
  body: text().notNull(),
  footerEntry: text().$type<FooterEntry>(),
  published: boolean().notNull().default(false),
  changedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
})

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const toolSearch = pgTable('tool_search', { toolId: uuid().primaryKey(), words: tsvector().notNull() })

export const toolWords = pgTable('tool_words', { word: text().primaryKey() })

/** What changes the stock beside orders. */
export const stockAdjustments = pgTable('stock_adjustments', {
  id: id(),
  toolId: uuid().notNull(),
  delta: integer().notNull(),
  /** 'limit': a cancelled order would have brought more than `maxStock`. */
  reason: text({
    enum: ['opening', 'receipt', 'count', 'damage', 'edit', 'import', 'limit', 'refund', 'return'],
  }).notNull(),
  note: text().notNull().default(''),
  /** What lay on the shelf, in a stocktake. */
  counted: integer(),
  actorEmail: text(),
  createdAt: createdAt(),
})

export const addresses = pgTable('addresses', {
  id: id(),
  accountId: uuid().notNull(),
  name: text().notNull(),
  company: text().notNull(),
  street: text().notNull(),
  city: text().notNull(),
  region: text().notNull(),
  postalCode: text().notNull(),
  country: text().notNull(),
  phone: text().notNull(),
  taxId: text().notNull(),
  usedAt: time().notNull().defaultNow(),
})

export const orders = pgTable('orders', {
  id: id(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('order_numbers')`),
  accountId: uuid().notNull(),
  /** Of the first line, and how many more: 'Circular Saw and 3 more'. */
  title: text().notNull(),
  lineCount: integer().notNull(),
  /** Names and SKUs of the lines, for searches. */
  lineWords: text().notNull(),
  totalCents: integer().notNull(),
  buyerName: text().notNull(),
  phone: text().notNull(),
  address: text().notNull(),
  poNumber: text().notNull().default(''),
  note: text().notNull().default(''),
  /** From the address book; `address` has it as text. */
  shipTo: jsonb().$type<PostalAddress>(),
  billTo: jsonb().$type<PostalAddress>(),
  state: text({ enum: ['placed', 'cancelling', 'cancelled', 'paid', 'shipped'] })
    .notNull()
    .default('placed'),
  idempotencyKey: text(),
  /** Of the request that placed it, with an idempotency key. */
  requestHash: text(),
  paymentAttempt: integer().notNull().default(1),
  paymentIntentId: text(),
  paymentMethod: text({ enum: ['card', 'transfer'] })
    .notNull()
    .default('card'),
  /** The payment intent that paid the order, or the reference of the transfer: the name is the API's. */
  transactionId: text(),
  createdAt: createdAt(),
  paidAt: time(),
  shippedAt: time(),
  cancelledAt: time(),
  cancelledBy: text({ enum: ['buyer', 'shop', 'expiry'] }),
  refillsCart: boolean().notNull().default(false),
  invoiceDue: boolean().notNull().default(false),
  /** When the payment provider was last asked about this order. */
  lastCheckedAt: time(),
  /** When an unpaid order is cancelled; set by a job for orders of earlier versions. */
  expiresAt: time(),
  remindedAt: time(),
  /** Email of the admin who placed it for its buyer. */
  placedBy: text(),
  /** Set in an order by an unverified account: a keyed hash of its IP address. */
  ipKey: text(),
  /** Placed when its buyer's unpaid orders were worth more than the buyer's credit: see shop/orders/hold-terms.ts. */
  beyondCredit: boolean().notNull().default(false),
  /** Has a minimum order above the share of such orders: held for half an hour, also once the email is verified. */
  heldBriefly: boolean().notNull().default(false),
  /** Some of its pieces were shipped, and more are to follow. */
  partlyShipped: boolean().notNull().default(false),
  /** Some of its pieces were refunded before they were shipped. */
  piecesRefunded: boolean().notNull().default(false),
  /** All of them were. */
  nothingToShip: boolean().notNull().default(false),
})

export type OrderRow = typeof orders.$inferSelect

/** What was sold: never changed afterwards. */
export const orderLines = pgTable('order_lines', {
  orderId: uuid().notNull(),
  toolId: uuid().notNull(),
  position: integer().notNull(),
  sku: text().notNull(),
  toolName: text().notNull(),
  quantity: integer().notNull(),
  priceCents: integer().notNull(),
  /** The buyer's own number or word for the line. */
  reference: text().notNull().default(''),
  /** Of the tax that the price includes. */
  taxPercent: percent().notNull().default(0),
})

export const shipments = pgTable('shipments', {
  id: id(),
  orderId: uuid().notNull(),
  carrier: text().notNull().default(''),
  trackingNumber: text().notNull().default(''),
  createdAt: createdAt(),
})

export const shipmentLines = pgTable('shipment_lines', {
  shipmentId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
})

/** What a document says about its order, in cents. */
export interface DocumentContents {
  seller: { name: string; address: string; taxId: string; bank: string }
  /** Of the days; UTC if missing. */
  timeZone?: string
  orderNumber: number
  poNumber: string
  placedAt: string
  paidAt: string | null
  paymentMethod: 'card' | 'transfer'
  transactionId: string | null
  /** Until when an unpaid order is held. */
  heldUntil: string | null
  billTo: string
  shipTo: string
  buyerTaxId: string
  note: string
  lines: {
    sku: string
    name: string
    reference: string
    quantity: number
    unitCents: number
    totalCents: number
    taxPercent: number
  }[]
  totalCents: number
  /** Included in the total, by rate. */
  taxes: { percent: number; cents: number }[]
  /** Of a credit note. */
  credit?: {
    /** Null of an order from before the shop issued invoices. */
    invoiceNumber: number | null
    reason: string
    /** Of the transfer by which the money was sent back; empty for a card. */
    reference: string
  }
}

export type OrderLine = Omit<typeof orderLines.$inferSelect, 'orderId' | 'position'>

export const cartLines = pgTable('cart_lines', {
  accountId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  /** What the buyer was shown for one piece. */
  priceCents: integer().notNull(),
  addedAt: createdAt(),
})

/** What an admin is about to order for an account. */
export const adminCartLines = pgTable('admin_cart_lines', {
  adminId: uuid().notNull(),
  accountId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  /** What the admin was shown for one piece. */
  priceCents: integer().notNull(),
  addedAt: createdAt(),
})

export const savedLists = pgTable('saved_lists', {
  id: id(),
  accountId: uuid().notNull(),
  name: text().notNull(),
  changedAt: time().notNull().defaultNow(),
})

export const savedListLines = pgTable('saved_list_lines', {
  listId: uuid().notNull(),
  toolId: uuid().notNull(),
  position: integer().notNull(),
  quantity: integer().notNull(),
  /** What the buyer was shown for one piece when the line was saved. */
  priceCents: integer().notNull(),
})

export const documentNumbers = pgTable('document_numbers', {
  series: text({ enum: ['invoice', 'credit_note'] }).primaryKey(),
  lastNumber: bigint({ mode: 'number' }).notNull(),
})

export const invoices = pgTable('invoices', {
  number: bigint({ mode: 'number' }).primaryKey(),
  orderId: uuid().notNull(),
  issuedAt: time().notNull().defaultNow(),
  contents: jsonb().$type<DocumentContents>().notNull(),
})

export const profiles = pgTable('profiles', {
  id: id(),
  accountId: uuid().notNull(),
  education: text().notNull(),
  city: text().notNull(),
  phone: text().notNull(),
  linkedIn: text().notNull(),
})

export const reviews = pgTable('reviews', {
  id: id(),
  accountId: uuid(),
  name: text().notNull(),
  email: text().notNull(),
  city: text().notNull(),
  rating: numeric({ mode: 'number' }).notNull(),
  comment: text().notNull(),
  img: text().notNull(),
  /** Written while its author's email was unverified, as it is still. */
  unverified: boolean().notNull().default(false),
  approvedAt: time(),
  hiddenAt: time(),
})

export const images = pgTable('images', {
  url: text().primaryKey(),
  uploadedBy: uuid(),
  uploadedAt: time().notNull().defaultNow(),
})

export const refunds = pgTable('refunds', {
  id: id(),
  orderId: uuid().notNull(),
  /** 'order' of the money of a paid order; 'provider' the same, made at the provider's own pages. */
  kind: text({ enum: ['order', 'provider', 'late_payment'] }).notNull(),
  /** 'closed' failed, and is not to be paid any more. */
  state: text({ enum: ['pending', 'succeeded', 'failed', 'closed'] })
    .notNull()
    .default('pending'),
  /** 0 of pieces only. */
  amountCents: integer().notNull(),
  /** Null when the money was sent back by hand. */
  paymentIntentId: text(),
  /** At the provider: a refund that failed is tried again. */
  attempt: integer().notNull().default(1),
  providerId: text(),
  /** Of the transfer by which the money was sent back by hand. */
  reference: text().notNull().default(''),
  reason: text().notNull().default(''),
  /** In the words of the provider. */
  failure: text().notNull().default(''),
  closeReason: text().notNull().default(''),
  createdAt: createdAt(),
  /** When it succeeded first: a provider may tell days later that it failed. */
  succeededAt: time(),
  lastCheckedAt: time(),
  creditNoteDue: boolean().notNull().default(false),
  /** The return that it is for. */
  returnId: uuid(),
})

export type RefundRow = typeof refunds.$inferSelect

/** Pieces that are not shipped any more. */
export const refundLines = pgTable('refund_lines', {
  refundId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  /** Back in the stock, and not written off. */
  restocked: boolean().notNull(),
})

/** When money of paid orders went back, and came again after a refund that failed late. */
export const refundMovements = pgTable('refund_movements', {
  refundId: uuid().notNull(),
  /** Negative for money that came again. */
  amountCents: integer().notNull(),
  createdAt: createdAt(),
})

export const returns = pgTable('returns', {
  id: uuid().primaryKey(),
  orderId: uuid().notNull(),
  state: text({ enum: ['requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed'] })
    .notNull()
    .default('requested'),
  reason: text().notNull(),
  /** What the shop says to it. */
  answer: text().notNull().default(''),
  requestedAt: time().notNull().defaultNow(),
  answeredAt: time(),
  receivedAt: time(),
})

export type ReturnRow = typeof returns.$inferSelect

export const returnLines = pgTable('return_lines', {
  returnId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  /** Null until they come. */
  received: integer(),
  /** Of those that came: back in the stock, the others are damaged. */
  restocked: integer().notNull().default(0),
})

export const returnImages = pgTable('return_images', {
  returnId: uuid().notNull(),
  position: integer().notNull(),
  url: text().notNull(),
})

export const creditNotes = pgTable('credit_notes', {
  number: bigint({ mode: 'number' }).primaryKey(),
  refundId: uuid().notNull(),
  issuedAt: time().notNull().defaultNow(),
  contents: jsonb().$type<DocumentContents>().notNull(),
})

export const disputes = pgTable('disputes', {
  /** The provider's. */
  id: text().primaryKey(),
  orderId: uuid().notNull(),
  amountCents: integer().notNull(),
  /** In the provider's words: 'product_not_received'. */
  reason: text().notNull(),
  state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
  openedAt: time().notNull(),
  dueAt: time(),
  endedAt: time(),
})

export const paymentEvents = pgTable('payment_events', { id: text().primaryKey(), receivedAt: createdAt() })

export type ChangedFields = Partial<{
  role: string
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
  shippedPieces: number
  refunded_cents: number
  reason: string
  returned: boolean
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
  /** 'deliver', named after the button, marks an order shipped. */
  action: text({ enum: adminActionNames }).notNull(),
  targetKind: text({
    enum: ['account', 'order', 'tool', 'review', 'brand', 'category', 'settings', 'list', 'page'],
  }).notNull(),
  targetId: uuid().notNull(),
  /** Email of the account, title of the order, name of the review's author or of the rest, at that time. */
  target: text().notNull(),
  before: jsonb().$type<ChangedFields>().notNull(),
  after: jsonb().$type<ChangedFields>().notNull(),
  createdAt: createdAt(),
})

export type MailData = Partial<{
  to: string
  name: string
  url: string
  subject: string
  body: string
  transactionId: string
  cancelledBy: 'buyer' | 'shop' | 'expiry'
  shipmentId: string
  refundId: string
  returnId: string
}>

/** Daily and hourly jobs: run by the process that claims one, which sets its next due time. */
export const jobs = pgTable('jobs', { name: text().primaryKey(), dueAt: time().notNull().defaultNow() })

export const outbox = pgTable('outbox', {
  id: id(),
  kind: text({
    enum: [
      'order_placed',
      'order_paid',
      'order_shipped',
      'order_tracked',
      'order_cancelled',
      'order_refunded',
      'order_expiring',
      'order_return_accepted',
      'order_return_refused',
      'verify_email',
      'reset_password',
      'second_factor_set',
      'second_factor_removed',
      'text',
    ],
  }).notNull(),
  /** Set for the kinds that begin with `order_`. */
  orderId: uuid(),
  data: jsonb().$type<MailData>().notNull().default({}),
  createdAt: createdAt(),
  dueAt: time().defaultNow(),
  attempts: integer().notNull().default(0),
  sentAt: time(),
})

const count = () => integer().notNull()
const sum = () => bigint({ mode: 'number' }).notNull()

/** Of past days in that time zone, without gaps: see shop/figures. */
export const dailyFigures = pgTable('daily_figures', {
  timeZone: text().notNull(),
  day: date().notNull(),
  placed: count(),
  paid: count(),
  paidCents: sum(),
  refundedCents: sum(),
  shipped: count(),
  cancelled: count(),
  accounts: count(),
})

/** Lines of the orders that were paid on that day. */
export const dailySales = pgTable('daily_sales', {
  timeZone: text().notNull(),
  day: date().notNull(),
  toolId: uuid().notNull(),
  pieces: sum(),
  cents: sum(),
})

export const imports = pgTable('imports', {
  id: uuid().primaryKey(),
  fileName: text().notNull(),
  /** SHA-256 of the file. */
  fileHash: text().notNull(),
  state: text().$type<ImportState>().notNull(),
  rowCount: integer().notNull().default(0),
  createdBy: text().notNull(),
  createdAt: createdAt(),
  appliedBy: text(),
  appliedAt: time(),
  undoneBy: text(),
  undoneAt: time(),
  /** Rows that another change had overtaken when it was to be applied: they were checked anew. */
  staleCount: integer().notNull().default(0),
  /** Rises with each check and repair: what is applied is what was reviewed. */
  version: integer().notNull().default(1),
  /** Why it could not be applied or undone. */
  failure: text().notNull().default(''),
  /** Until when a process works on it. */
  leasedUntil: time(),
})

export const importRows = pgTable('import_rows', {
  importId: uuid().notNull(),
  /** From 1, without the heading. */
  position: integer().notNull(),
  cells: jsonb().$type<Partial<Record<ToolColumn, string>>>().notNull(),
  sku: text().notNull(),
  status: text({ enum: ['pending', 'new', 'changed', 'unchanged', 'faulty'] })
    .notNull()
    .default('pending'),
  toolId: uuid(),
  /** When it was compared with the catalogue, and what the fields were then that it must find again. */
  stockMoves: integer().notNull().default(0),
  checked: jsonb().$type<ChangedFields>().notNull().default({}),
  /** Fields of the tool that change. */
  before: jsonb().$type<ChangedFields>().notNull().default({}),
  after: jsonb().$type<ChangedFields>().notNull().default({}),
  errors: jsonb().$type<{ column: ToolColumn | null; message: string }[]>().notNull().default([]),
  applied: boolean().notNull().default(false),
  /** Fields that something else had changed again when the import was undone. */
  kept: text().array().notNull().default([]),
})

/** One row. */
export const shopSettings = pgTable('shop_settings', {
  id: id(),
  overrides: jsonb().$type<Partial<ShopSettings>>().notNull().default({}),
})

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  remaining: integer().notNull(),
  endsAt: time().notNull(),
})

export const identityUsers = pgTable('identity_users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean().notNull(),
  emailVerifiedAt: time(),
  image: text(),
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityTwoFactors = pgTable('identity_two_factors', {
  id: text().primaryKey(),
  userId: text().notNull(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull(),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: time(),
})

export const identitySessions = pgTable('identity_sessions', {
  id: text().primaryKey(),
  userId: text().notNull(),
  token: text().notNull(),
  expiresAt: time().notNull(),
  ipAddress: text(),
  userAgent: text(),
  secondFactorAt: time(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityCredentials = pgTable('identity_credentials', {
  id: text().primaryKey(),
  userId: text().notNull(),
  accountId: text().notNull(),
  providerId: text().notNull(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: time(),
  refreshTokenExpiresAt: time(),
  scope: text(),
  password: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityVerifications = pgTable('identity_verifications', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: time().notNull(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const sandboxObjects = pgTable('sandbox_objects', { id: text().primaryKey(), body: jsonb().notNull() })

export const sandboxReplies = pgTable('sandbox_replies', {
  idempotencyKey: text().primaryKey(),
  request: text().notNull(),
  status: integer().notNull(),
  body: jsonb().notNull(),
})
