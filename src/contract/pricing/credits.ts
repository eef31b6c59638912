/** In cents. */
export interface RateTotals {
  grossCents: number
  taxCents: number
}

/** Keyed by percentage of tax. */
export type Rates = ReadonlyMap<number, RateTotals>

export interface Credit {
  amountCents: number
  /** Prices of the pieces by rate, as they were shown. */
  pieces: ReadonlyMap<number, number>
  order: Rates
  /** All that was credited before. */
  earlier: Rates
  pricesIncludeTax: boolean
}

const none: RateTotals = { grossCents: 0, taxCents: 0 }

/**
 * Splits what is given back by rate of tax: pieces at their own, as far as that is not credited yet, what the amount has above them
 * at the rates that are left, and what it has below them is deducted from theirs. The tax at a rate is that of all that was credited
 * up to now, in proportion to the order's, less that of what was credited before: so the credits of a whole order come to the order
 * at each rate.
 */
export function splitCredit(credit: Credit): Map<number, RateTotals> {
  const { amountCents, order, earlier } = credit
  const open = findOpen(credit)
  const pieces = new Map(
    [...credit.pieces].map(([rate, cents]) => [rate, Math.min(computeGross(credit, rate, cents), open.get(rate) ?? 0)]),
  )
  const rest = amountCents - sum(pieces.values())
  const others = new Map([...open].map(([rate, cents]) => [rate, cents - (pieces.get(rate) ?? 0)]))
  const shares = splitInProportion(rest, rest < 0 ? pieces : others)
  const rates = new Map<number, RateTotals>()
  for (const rate of new Set([...pieces.keys(), ...shares.keys()])) {
    const grossCents = (pieces.get(rate) ?? 0) + (shares.get(rate) ?? 0)
    const [all, before] = [order.get(rate) ?? none, earlier.get(rate) ?? none]
    const taxCents = scaleCents(all.taxCents, before.grossCents + grossCents, all.grossCents) - before.taxCents
    rates.set(rate, { grossCents, taxCents })
  }
  return rates
}

/** The amount of pieces at one rate, with the tax that is added to all that was credited up to them. */
function computeGross({ order, earlier, pricesIncludeTax }: Credit, rate: number, cents: number): number {
  if (pricesIncludeTax) return cents
  const [all, before] = [order.get(rate) ?? none, earlier.get(rate) ?? none]
  const toNet = ({ grossCents, taxCents }: RateTotals) => grossCents - taxCents
  return cents + scaleCents(all.taxCents, toNet(before) + cents, toNet(all)) - before.taxCents
}

/** What is not credited yet at each rate, or the whole order if less is left than is given back: an earlier refund may have failed. */
function findOpen({ order, earlier, amountCents }: Credit): ReadonlyMap<number, number> {
  const whole = new Map([...order].map(([rate, { grossCents }]) => [rate, grossCents]))
  const open = new Map(
    [...whole].map(([rate, cents]) => [rate, Math.max(0, cents - (earlier.get(rate)?.grossCents ?? 0))]),
  )
  return sum(open.values()) < amountCents ? whole : open
}

/** The shares add up exactly, and none exceeds the amount of its rate. */
function splitInProportion(cents: number, amounts: ReadonlyMap<number, number>): Map<number, number> {
  const shares = new Map<number, number>()
  const parts = [...amounts].filter(([, amount]) => amount > 0)
  const whole = sum(parts.map(([, amount]) => amount))
  let [reached, given] = [0, 0]
  for (const [rate, amount] of parts) {
    reached += amount
    // The product of two amounts can exceed 2^53.
    const until = Number((BigInt(cents) * BigInt(reached)) / BigInt(whole))
    shares.set(rate, until - given)
    given = until
  }
  return shares
}

/** `cents` times `part` by `whole`, rounded half up; none of them is negative. */
function scaleCents(cents: number, part: number, whole: number): number {
  if (whole === 0) return 0
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, each) => all + each, 0)
