import type { Figures as WireFigures, Overview as WireOverview } from '#contract/schemas/admin/overview.ts'
import type { Figures } from '#shop/figures/day-figures.ts'
import type { Overview } from '#shop/figures/overview.ts'
import type { AgeGroup } from '#shop/figures/worklists.ts'

export function toWireOverview({
  figures,
  before,
  days,
  topTools,
  topBrands,
  runningOut,
  work,
  setup,
  ...period
}: Overview): WireOverview {
  const { unpaid, undelivered, ...counts } = work
  return {
    ...period,
    setup: setup ?? null,
    figures: toWireFigures(figures),
    before: { from: before.from, to: before.to, ...toWireFigures(before) },
    days: days.map(({ day, paidCents, refundedCents, placed, paid, accounts }) => ({
      day,
      revenue: (paidCents - refundedCents) / 100,
      placed,
      paid,
      newAccounts: accounts,
    })),
    topTools: topTools.map(({ id, cents, ...tool }) => ({ _id: id, ...tool, total: cents / 100 })),
    topBrands: topBrands.map(({ cents, ...brand }) => ({ ...brand, total: cents / 100 })),
    runningOut: runningOut.map(({ id, ...tool }) => ({ _id: id, ...tool })),
    unpaid: unpaid.map(toWireAgeGroup),
    undelivered: undelivered.map(toWireAgeGroup),
    work: counts,
  }
}

function toWireFigures({ paidCents, refundedCents, accounts, ...counts }: Figures): WireFigures {
  return {
    revenue: (paidCents - refundedCents) / 100,
    payments: paidCents / 100,
    refunds: refundedCents / 100,
    averageOrder: counts.paid === 0 ? 0 : Math.round(paidCents / counts.paid) / 100,
    newAccounts: accounts,
    ...counts,
  }
}

const toWireAgeGroup = ({ upToDays, orders }: AgeGroup) => ({ upToDays: upToDays ?? null, orders })
