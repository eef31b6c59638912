/** The result of a load; times are in milliseconds. */
export interface Outcome {
  seconds: number
  /** How many responses had each status. */
  statuses: Record<number, number>
  /** Requests without a response, and connections that failed. */
  unanswered: number
  p50: number
  p95: number
  p99: number
  /** CPU time of the load generator. */
  ownCpu: number
}

/** How many responses had another status than expected, and how many requests failed. */
export function countFailures({ statuses, unanswered }: Outcome, expected: readonly number[] = [200, 304]): number {
  return (
    unanswered + sum(Object.entries(statuses).map(([status, count]) => (expected.includes(Number(status)) ? 0 : count)))
  )
}

export const countResponses = ({ statuses }: Outcome) => sum(Object.values(statuses))

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

export function computePercentiles(times: readonly number[]): Pick<Outcome, 'p50' | 'p95' | 'p99'> {
  const sorted = Float64Array.from(times).sort()
  const readPercentile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: readPercentile(0.5), p95: readPercentile(0.95), p99: readPercentile(0.99) }
}

export const computeMedian = (numbers: readonly number[]) => computePercentiles(numbers).p50
