/** What came of a load: milliseconds for times. */
export interface Outcome {
  seconds: number
  /** How many answers came with each status. */
  statuses: Record<number, number>
  /** Requests that got no answer. */
  lost: number
  p50: number
  p95: number
  p99: number
  /** CPU time that making the load took. */
  ownCpu: number
}

/** How often statuses occurred that should not have, and requests that got no answer. */
export function failures({ statuses, lost }: Outcome, fine: readonly number[] = [200, 304]): number {
  return lost + sum(Object.entries(statuses).map(([status, count]) => (fine.includes(Number(status)) ? 0 : count)))
}

export const answers = ({ statuses }: Outcome) => sum(Object.values(statuses))

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** The moments that a part of all times do not exceed. */
export function percentiles(times: readonly number[]): Pick<Outcome, 'p50' | 'p95' | 'p99'> {
  const sorted = Float64Array.from(times).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const median = (numbers: readonly number[]) => percentiles(numbers).p50
