import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '#test/chaos/attack-result.ts'
import { type RateTotals, splitCredit } from './credits.ts'
import { computeTotals, type TaxedLine } from './totals.ts'

const random = createRandom(20_261_129)
const pickBelow = (limit: number) => Math.floor(random() * limit)
const rates = [0, 2.5, 5, 7, 8.25, 19, 20, 25]

const createLines = (): TaxedLine[] =>
  Array.from({ length: 1 + pickBelow(12) }, () => ({
    totalCents: 1 + pickBelow(2_000_000),
    taxPercent: rates[pickBelow(rates.length)] ?? 0,
  }))

/** The integer next to an exact fraction; halves go up. */
const roundExactly = (numerator: bigint, denominator: bigint) =>
  Number((2n * numerator + denominator) / (2n * denominator))

function computeExactly(lines: readonly TaxedLine[], pricesIncludeTax: boolean) {
  const byRate = new Map<number, number>()
  for (const { totalCents, taxPercent } of lines) {
    const hundredths = BigInt(Math.round(taxPercent * 100))
    const tax = pricesIncludeTax ? roundExactly(BigInt(totalCents) * hundredths, 10_000n + hundredths) : totalCents
    byRate.set(taxPercent, (byRate.get(taxPercent) ?? 0) + tax)
  }
  const taxes = [...byRate]
    .filter(([percent]) => percent > 0)
    .map(([percent, cents]) => ({
      percent,
      cents: pricesIncludeTax ? cents : roundExactly(BigInt(cents) * BigInt(Math.round(percent * 100)), 10_000n),
    }))
  const sum = lines.reduce((all, line) => all + line.totalCents, 0)
  const taxCents = taxes.reduce((all, { cents }) => all + cents, 0)
  const netCents = pricesIncludeTax ? sum - taxCents : sum
  return { netCents, taxes, taxCents, grossCents: netCents + taxCents }
}

for (const pricesIncludeTax of [true, false])
  test(`1,000 random orders, prices ${pricesIncludeTax ? 'with' : 'without'} tax, come to their exact totals`, () => {
    for (let index = 0; index < 1000; index++) {
      const lines = createLines()
      assert.deepEqual(computeTotals(lines, pricesIncludeTax), computeExactly(lines, pricesIncludeTax))
    }
  })

const sumByRate = (lines: readonly TaxedLine[]) => {
  const sums = new Map<number, number>()
  for (const { taxPercent, totalCents } of lines) sums.set(taxPercent, (sums.get(taxPercent) ?? 0) + totalCents)
  return sums
}

const add = (some: Map<number, RateTotals>, others: ReadonlyMap<number, RateTotals>) => {
  for (const [rate, { grossCents, taxCents }] of others) {
    const known = some.get(rate) ?? { grossCents: 0, taxCents: 0 }
    some.set(rate, { grossCents: known.grossCents + grossCents, taxCents: known.taxCents + taxCents })
  }
}

for (const pricesIncludeTax of [true, false])
  test(`the credits of 1,000 orders, prices ${pricesIncludeTax ? 'with' : 'without'} tax, come to the orders at each rate`, () => {
    for (let index = 0; index < 1000; index++) {
      const lines = createLines()
      const { taxes, grossCents } = computeTotals(lines, pricesIncludeTax)
      const order = new Map(
        [...sumByRate(lines)].map(([rate, shown]) => {
          const taxCents = taxes.find(({ percent }) => percent === rate)?.cents ?? 0
          return [rate, { grossCents: pricesIncludeTax ? shown : shown + taxCents, taxCents }] as const
        }),
      )
      const earlier = new Map<number, RateTotals>()
      let left = grossCents
      const open = [...lines]
      while (left > 0) {
        // Pieces of a line go back, or money alone, and at last all that is left.
        const line = random() < 0.6 ? open.pop() : undefined
        const isLast = earlier.size > 8 || (line === undefined && random() < 0.3)
        const amountCents = isLast ? left : Math.min(left, 1 + pickBelow(line ? 2 * line.totalCents : left))
        const pieces = line && !isLast ? sumByRate([line]) : new Map<number, number>()
        const credit = splitCredit({ amountCents, pieces, order, earlier, pricesIncludeTax })
        const sum = [...credit.values()].reduce((all, each) => all + each.grossCents, 0)
        assert.equal(sum, amountCents)
        add(earlier, credit)
        left -= amountCents
      }
      for (const [rate, { grossCents: gross, taxCents }] of order) {
        const credited = earlier.get(rate) ?? { grossCents: 0, taxCents: 0 }
        assert.deepEqual([rate, credited.grossCents, credited.taxCents], [rate, gross, taxCents])
      }
    }
  })
