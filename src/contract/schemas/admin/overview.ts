import { z } from 'zod'
import { money } from '#contract/schemas/fields.ts'
import { dayMs } from '#contract/time-zones.ts'

const count = z.number().int()
const net = z.number()

const Figures = z.object({
  revenue: net,
  payments: money,
  refunds: net,
  /** Includes orders that were cancelled later. */
  placed: count,
  paid: count,
  /** `payments` divided by `paid`; 0 without paid orders. */
  averageOrder: money,
  shipped: count,
  cancelled: count,
  newAccounts: count,
})
export type Figures = z.infer<typeof Figures>

/** Orders that have waited up to `upToDays`, and longer than the previous group. Null: no limit. */
const AgeGroup = z.object({ upToDays: count.nullable(), orders: count })
export type AgeGroup = z.infer<typeof AgeGroup>

const sales = { pieces: count, total: money }

export const Overview = z.object({
  timeZone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  figures: Figures,
  /** The period of equal length before; if `to` is today, it ends at the current time of day. */
  before: Figures.extend({ from: z.iso.date(), to: z.iso.date() }),
  days: z.array(z.object({ day: z.iso.date(), revenue: net, placed: count, paid: count, newAccounts: count })),
  topTools: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      sku: z.string(),
      image: z.string(),
      isDeleted: z.boolean(),
      ...sales,
    }),
  ),
  topBrands: z.array(z.object({ name: z.string(), ...sales })),
  /** Tools below their minimum first, then those whose stock lasts at most 30 days at the sales rate of the last 30. */
  runningOut: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      sku: z.string(),
      available: count,
      minimum: count,
      sold: count,
      daysLeft: count.nullable(),
    }),
  ),
  unpaid: z.array(AgeGroup),
  undelivered: z.array(AgeGroup),
  work: z.object({
    disputed: count,
    held: count,
    refundsFailed: count,
    returnsRequested: count,
    returnsReceived: count,
    reviewsWaiting: count,
    companiesApplied: count,
    belowMinimum: count,
  }),
  /** What a new shop has of the things that it needs; null once it has an order. */
  setup: z
    .object({
      hasSeller: z.boolean(),
      toolCount: count,
      /** Tools with a picture of their own. */
      pictureCount: count,
      takesCards: z.boolean(),
      takesTransfers: z.boolean(),
    })
    .nullable(),
})
export type Overview = z.infer<typeof Overview>

const maxDays = 366

/** PostgreSQL has no year 0. */
const day = z.iso.date('Enter a day, such as 2026-11-30.').refine(text => text >= '1900', 'At the earliest 1900.')

export const OverviewQuery = z
  .object({
    days: z.coerce.number().int().min(1).max(maxDays).default(30),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    message: 'Both days are needed.',
    path: ['to'],
  })
  .refine(({ from = '', to = '' }) => from <= to, { message: 'The last day is before the first.', path: ['to'] })
  .refine(({ from = '', to = '' }) => from === '' || Date.parse(to) - Date.parse(from) < maxDays * dayMs, {
    message: 'At most 366 days, please.',
    path: ['to'],
  })
