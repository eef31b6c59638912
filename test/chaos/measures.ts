import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

export interface Second {
  megabytes: number
  /** Milliseconds within which 95 % of its actions ended. */
  p95: number
  actions: number
  connections: number
  descriptors: number
}

/** Reads the figures of the process from /proc, and those of its database from PostgreSQL. */
export async function openGauges(pid: number, url: string | undefined) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    async read(latencies: number[]): Promise<Second> {
      const { rows } = await client.query(
        'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      const sorted = latencies.toSorted((a, b) => a - b)
      return {
        megabytes: kilobytes / 1024,
        p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        actions: latencies.length,
        connections: rows[0].count,
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
      }
    },
    close: () => client.end(),
  }
}

/** The pool's ten, and the one that listens for notifications. */
const maxConnections = 11
/** Shorter runs say nothing about memory and latency: memory is stable after about two minutes. */
const minSeconds = 300

/**
 * The violations of a soak. The first third is the warm-up. After it, the fitted line of memory may rise by a tenth of
 * the mean, or by 20 MB; the fitted line of descriptors by 10; and the last third's median p95 may be twice the middle's.
 */
export function findDrift(seconds: readonly Second[]): string[] {
  const third = Math.floor(seconds.length / 3)
  const warm = seconds.slice(third)
  const select = (what: keyof Second, some = warm) => some.map(second => second[what])
  const violations: string[] = []
  const connections = Math.max(...select('connections', [...seconds]))
  if (connections > maxConnections) violations.push(`${connections} connections`)
  const descriptorRise = computeRise(select('descriptors'))
  if (descriptorRise > 10) violations.push(`${descriptorRise.toFixed()} descriptors more`)
  if (seconds.length < minSeconds) return violations
  const [growth, size] = [computeRise(select('megabytes')), computeMean(select('megabytes'))]
  if (growth > Math.max(20, size / 10)) violations.push(`${growth.toFixed()} MB more than ${size.toFixed()} MB`)
  const [middle, last] = [
    computeMedian(select('p95', warm.slice(0, third))),
    computeMedian(select('p95', warm.slice(third))),
  ]
  if (last > 2 * middle) violations.push(`p95 of ${last.toFixed()} ms after ${middle.toFixed()} ms`)
  return violations
}

/** By how much the line through the values, fitted by least squares, rises from the first to the last. */
function computeRise(values: readonly number[]): number {
  const [x, y] = [(values.length - 1) / 2, computeMean(values)]
  const slope = values.reduce((sum, value, index) => sum + (index - x) * (value - y), 0)
  const width = values.reduce((sum, _, index) => sum + (index - x) ** 2, 0)
  return width === 0 ? 0 : (slope / width) * (values.length - 1)
}

const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
export const computeMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
