import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '#test/chaos/attack-result.ts'
import { computeCompanyPrices, findDecidingRow, type ListRow, listTargets } from './company-prices.ts'
import { findUnitCents, type Prices } from './prices.ts'

const random = createRandom(20_261_130)
const pickBelow = (limit: number) => Math.floor(random() * limit)
const pick = <Item>(items: readonly Item[]) => items[pickBelow(items.length)] as Item

function createPrices(): Prices {
  const priceBreaks: { from: number; priceCents: number }[] = []
  const priceCents = 1 + pickBelow(pick([3, 100, 100_000]))
  let [from, cents] = [1, priceCents]
  while (cents > 1 && priceBreaks.length < 6 && random() < 0.6) {
    from += 1 + pickBelow(40)
    cents -= 1 + pickBelow(cents - 1)
    priceBreaks.push({ from, priceCents: cents })
  }
  return { priceCents, priceBreaks }
}

const days = ['2026-01-01', '2026-06-30', '2026-11-01', '2026-11-30']

function createRows(): ListRow[] {
  const keys = new Set<string>()
  return Array.from({ length: pickBelow(8) }, () => {
    const row = { isContract: random() < 0.5, target: pick(listTargets), validFrom: pick(days) }
    const kind = pick(row.target === 'tool' ? ['price', 'percent', 'end'] : ['percent', 'end'])
    const percentOff = kind === 'percent' ? (1 + pickBelow(9998)) / 100 : null
    const prices = kind === 'price' ? createPrices() : { priceCents: null, priceBreaks: [] }
    return { ...row, ...prices, percentOff }
  }).filter(({ isContract, target, validFrom }) => {
    const key = [isContract, target, validFrom].join()
    return !keys.has(key) && keys.add(key)
  })
}

/** The rule as it is told to a buyer, piece by piece and with exact fractions. */
function payNaively(quantity: number, listed: Prices, rows: readonly ListRow[]): number {
  const priceAt = ({ priceCents, priceBreaks }: Prices) =>
    priceBreaks.filter(({ from }) => from <= quantity).reduce((_, each) => each.priceCents, priceCents)
  const publicCents = priceAt(listed)
  const order = ['true tool', 'true group', 'true all', 'false tool', 'false group', 'false all']
  for (const source of order) {
    const [newest] = rows
      .filter(({ isContract, target }) => `${isContract} ${target}` === source)
      .toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
    if (newest?.percentOff != null) {
      const hundredths = BigInt((100 - newest.percentOff).toFixed(2).replace('.', ''))
      const cents = Number((BigInt(publicCents) * hundredths + 5000n) / 10_000n)
      return Math.min(publicCents, Math.max(1, cents))
    }
    if (newest?.priceCents != null)
      return Math.min(publicCents, priceAt({ priceCents: newest.priceCents, priceBreaks: newest.priceBreaks }))
  }
  return publicCents
}

test('3,000 random contracts and lists give what the rule says, never above the public price and never nothing', () => {
  let lower = 0
  for (let index = 0; index < 3000; index++) {
    const [listed, rows] = [createPrices(), createRows()]
    const row = findDecidingRow(rows)
    const own = row ? computeCompanyPrices(listed, row) : listed
    const steps = [own, ...own.priceBreaks]
    assert.ok(steps.every((step, at) => at === 0 || step.priceCents < (steps[at - 1]?.priceCents ?? 0)))
    for (const quantity of [1, 2, 1 + pickBelow(60), 1 + pickBelow(300)]) {
      const cents = findUnitCents(quantity, own)
      assert.equal(cents, payNaively(quantity, listed, rows))
      assert.ok(cents >= 1 && cents <= findUnitCents(quantity, listed))
      if (cents < findUnitCents(quantity, listed)) lower += 1
    }
  }
  assert.ok(lower > 3000)
})
