import type { ServerProcess } from './children.ts'
import type { Load, LoadRequest } from './load-generator.ts'
import { computeMedian, countFailures, countResponses, type Outcome } from './outcome.ts'
import { formatNumber, type Row } from './table.ts'
import { readCpuTime } from './usage.ts'

export interface Pace {
  /** Turns of each side of a comparison. */
  rounds: number
  /** Of one load. */
  seconds: number
  /** Repetitions of a single visit, start or call. */
  runs: number
}

/** A load, and the processes whose CPU time is measured. */
export interface Target {
  pids: readonly number[]
  run: (seconds: number) => Promise<Outcome>
  /** Starts to measure; returns what reads the milliseconds of CPU since. Replaces the CPU time of `pids`. */
  startCpuTimer?: () => () => number
}

export interface Measured extends Outcome {
  perSecond: number
  /** Milliseconds of CPU per response. */
  cpu: number
  /** Requests without a response or with an unexpected status. */
  failures: number
  /** Share of one core that the load generator used. */
  generatorShare: number
}

export const connections = 32

export function createTarget(
  generate: (load: Load) => Promise<Outcome>,
  server: ServerProcess,
  requests: readonly LoadRequest[],
) {
  const load = { port: server.port, requests, connections }
  const run = (seconds: number) => generate({ ...load, seconds })
  return { pids: [server.pid], run, stop: server.stop } satisfies Target & Pick<ServerProcess, 'stop'>
}

/** Loads the targets in turn, round by round, after a warm-up of each: a slow minute of the machine affects them all. */
export async function measureInRounds({ rounds, seconds }: Pace, targets: readonly Target[]): Promise<Measured[][]> {
  const measured = targets.map((): Measured[] => [])
  for (const target of targets) await target.run(seconds)
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries()) measured[index]?.push(await measureTarget(target, seconds))
  return measured
}

/** The same with new processes each round: a process differs from the next by up to a fifth after its warm-up. */
export async function measureWithRestarts(
  pace: Pace,
  start: () => Promise<readonly (Target & { stop: () => Promise<void> })[]>,
): Promise<Measured[][]> {
  const measured: Measured[][] = []
  for (let round = 0; round < pace.rounds; round++) {
    const targets = await start()
    measured.push((await measureInRounds({ ...pace, rounds: 1 }, targets)).flat())
    await Promise.all(targets.map(({ stop }) => stop()))
  }
  return (measured[0] ?? []).map((_, index) => measured.flatMap(round => round[index] ?? []))
}

async function measureTarget({ pids, run, startCpuTimer }: Target, seconds: number): Promise<Measured> {
  const readCpu = (startCpuTimer ?? (() => startTimer(pids)))()
  const outcome = await run(seconds)
  const count = countResponses(outcome)
  return {
    ...outcome,
    perSecond: count / outcome.seconds,
    cpu: readCpu() / count,
    failures: countFailures(outcome),
    generatorShare: outcome.ownCpu / outcome.seconds / 1000,
  }
}

function startTimer(pids: readonly number[]): () => number {
  const read = () => pids.reduce((sum, pid) => sum + readCpuTime(pid), 0)
  const before = read()
  return () => read() - before
}

/** Two rows that compare a load with its baseline: CPU time per request, and requests per second. */
export function createComparison(
  what: string,
  shop: readonly Measured[],
  baseline: readonly Measured[],
  goal: number,
): Row[] {
  const failures = [...shop, ...baseline].reduce((sum, each) => sum + each.failures, 0)
  const inCpu = computeMedianRatio(baseline, shop, 'cpu')
  const inRate = computeMedianRatio(shop, baseline, 'perSecond')
  const row = { failures, goal: `≥ ${goal}` }
  return [
    {
      ...row,
      what: `${what}: CPU per request`,
      figure: `${formatNumber(computeMedianOf(shop, 'cpu') * 1000)} µs`,
      baseline: `${formatNumber(computeMedianOf(baseline, 'cpu') * 1000)} µs`,
      ratio: inCpu.toFixed(2),
      met: inCpu >= goal,
    },
    {
      ...row,
      what: `${what}: requests per second`,
      figure: formatLoad(shop),
      baseline: formatLoad(baseline),
      ratio: inRate.toFixed(2),
      met: inRate >= goal,
    },
  ]
}

/** Requests per second, and the p50, p95 and p99 of their times. */
export function formatLoad(measured: readonly Measured[]): string {
  const times = (['p50', 'p95', 'p99'] as const).map(name => formatNumber(computeMedianOf(measured, name)))
  return `${formatNumber(computeMedianOf(measured, 'perSecond'))}; ${times.join(', ')} ms`
}

export const computeMedianOf = (
  measured: readonly Measured[],
  name: 'cpu' | 'perSecond' | 'p50' | 'p95' | 'p99' | 'generatorShare',
) => computeMedian(measured.map(each => each[name]))

/** The median of the ratios of the rounds: both sides of a round ran under the same conditions. */
export function computeMedianRatio(
  above: readonly Measured[],
  below: readonly Measured[],
  name: 'cpu' | 'perSecond' | 'p95',
) {
  return computeMedian(above.map((each, round) => each[name] / (below[round]?.[name] ?? Number.NaN)))
}
