import { findUnitCents, type PriceBreak, type Prices } from './prices.ts'

/** What a row of a price list says: a price, a percentage off the public price, or neither, which ends an earlier row. */
export interface ListTerms {
  priceCents: number | null
  priceBreaks: readonly PriceBreak[]
  /** It has at most two decimals. */
  percentOff: number | null
}

/** The more narrowly a row names its tools, the earlier it is asked. */
export const listTargets = ['tool', 'group', 'all'] as const
type ListTarget = (typeof listTargets)[number]

export interface ListRow extends ListTerms {
  /** A contract is the list of one company, and is asked before the list that it shares with others. */
  isContract: boolean
  target: ListTarget
  /** Such as '2026-11-30', in the shop's time zone. */
  validFrom: string
}

/** Takes the rows for one tool whose days have come. The first source with terms decides: contract, then list. */
export function findDecidingRow<Row extends ListRow>(rows: readonly Row[]): Row | undefined {
  for (const isContract of [true, false])
    for (const target of listTargets) {
      const newest = rows
        .filter(row => row.isContract === isContract && row.target === target)
        .reduce<Row | undefined>((best, row) => (best && best.validFrom >= row.validFrom ? best : row), undefined)
      if (newest && (newest.priceCents !== null || newest.percentOff !== null)) return newest
    }
  return undefined
}

/** The lower of the public prices and those of the terms, at each quantity. */
export function computeCompanyPrices(listed: Prices, terms: ListTerms): Prices {
  const own = applyTerms(listed, terms)
  const quantities = [...new Set([1, ...listed.priceBreaks.map(toStart), ...own.priceBreaks.map(toStart)])]
  const steps: PriceBreak[] = []
  for (const from of quantities.toSorted((one, other) => one - other)) {
    const priceCents = Math.min(findUnitCents(from, listed), findUnitCents(from, own))
    if (priceCents !== steps.at(-1)?.priceCents) steps.push({ from, priceCents })
  }
  const [first = { priceCents: listed.priceCents }, ...priceBreaks] = steps
  return { priceCents: first.priceCents, priceBreaks }
}

const toStart = ({ from }: PriceBreak) => from

function applyTerms(listed: Prices, { priceCents, priceBreaks, percentOff }: ListTerms): Prices {
  if (priceCents !== null) return { priceCents, priceBreaks }
  const reduce = (cents: number) => takePercentOff(cents, percentOff ?? 0)
  return {
    priceCents: reduce(listed.priceCents),
    priceBreaks: listed.priceBreaks.map(each => ({ ...each, priceCents: reduce(each.priceCents) })),
  }
}

/** Halves of a cent go up, and a cent is left. */
function takePercentOff(cents: number, percent: number): number {
  const hundredths = Math.round(percent * 100)
  return Math.max(1, Math.floor((cents * (10_000 - hundredths) + 5000) / 10_000))
}
