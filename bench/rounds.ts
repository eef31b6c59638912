import type { Served } from './children.ts'
import type { Load } from './generator.ts'
import { answers, failures, median, type Outcome } from './outcome.ts'
import { type Row, short } from './table.ts'
import { cpuOf } from './usage.ts'

export interface Pace {
  rounds: number
  seconds: number
  runs: number
}

/** Something to be loaded, and the processes whose CPU time that takes. */
export interface Target {
  pids: readonly number[]
  run: (seconds: number) => Promise<Outcome>
}

export interface Measured extends Outcome {
  perSecond: number
  /** Milliseconds of CPU an answer. */
  cpu: number
  failed: number
  /** How much of a core making the load took. */
  ownShare: number
}

export const connections = 32

export function underLoad(generate: (load: Load) => Promise<Outcome>, target: Served, requests: readonly string[]) {
  const load = { port: target.port, requests, connections }
  const run = (seconds: number) => generate({ ...load, seconds })
  return { pids: [target.pid], run, stop: target.stop } satisfies Target & Pick<Served, 'stop'>
}

/** Loads the targets in turn, over and over, after a warm-up of each: a slow minute of the machine falls on them all. */
export async function inRounds({ rounds, seconds }: Pace, targets: readonly Target[]): Promise<Measured[][]> {
  const measured = targets.map((): Measured[] => [])
  for (const target of targets) await target.run(seconds)
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries()) measured[index]?.push(await measure(target, seconds))
  return measured
}

/** The same with new processes each round, since how fast a process runs is decided as it warms up, too, by a fifth. */
export async function inRoundsOfNew(
  pace: Pace,
  start: () => Promise<readonly (Target & { stop: () => Promise<void> })[]>,
): Promise<Measured[][]> {
  const measured: Measured[][] = []
  for (let round = 0; round < pace.rounds; round++) {
    const targets = await start()
    measured.push((await inRounds({ ...pace, rounds: 1 }, targets)).flat())
    await Promise.all(targets.map(({ stop }) => stop()))
  }
  return (measured[0] ?? []).map((_, index) => measured.flatMap(round => round[index] ?? []))
}

async function measure({ pids, run }: Target, seconds: number): Promise<Measured> {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = cpu()
  const outcome = await run(seconds)
  const count = answers(outcome)
  return {
    ...outcome,
    perSecond: count / outcome.seconds,
    cpu: (cpu() - before) / count,
    failed: failures(outcome),
    ownShare: outcome.ownCpu / outcome.seconds / 1000,
  }
}

/** Two rows that compare a load with its floor: by the CPU time of a request, and by requests a second. */
export function compared(what: string, shop: readonly Measured[], floor: readonly Measured[], goal: number): Row[] {
  const failed = [...shop, ...floor].reduce((sum, each) => sum + each.failed, 0)
  const inCpu = ratioOf(floor, shop, 'cpu')
  const inRate = ratioOf(shop, floor, 'perSecond')
  const row = { failed, goal: `≥ ${goal}` }
  return [
    {
      ...row,
      what: `${what}: CPU a request`,
      figure: `${short(middle(shop, 'cpu') * 1000)} µs`,
      floor: `${short(middle(floor, 'cpu') * 1000)} µs`,
      ratio: inCpu.toFixed(2),
      met: inCpu >= goal,
    },
    {
      ...row,
      what: `${what}: requests a second`,
      figure: loaded(shop),
      floor: loaded(floor),
      ratio: inRate.toFixed(2),
      met: inRate >= goal,
    },
  ]
}

/** Requests a second, and how long they took. */
export function loaded(measured: readonly Measured[]): string {
  const times = (['p50', 'p95', 'p99'] as const).map(name => short(middle(measured, name)))
  return `${short(middle(measured, 'perSecond'))}; ${times.join(', ')} ms`
}

export const middle = (measured: readonly Measured[], name: 'cpu' | 'perSecond' | 'p50' | 'p95' | 'p99' | 'ownShare') =>
  median(measured.map(each => each[name]))

/** The median of the rounds' own ratios, since both sides of a round met the same machine. */
export function ratioOf(above: readonly Measured[], below: readonly Measured[], name: 'cpu' | 'perSecond' | 'p95') {
  return median(above.map((each, round) => each[name] / (below[round]?.[name] ?? Number.NaN)))
}
