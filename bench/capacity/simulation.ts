import { computePercentiles } from '#bench/outcome.ts'
import { createRandom } from '#test/chaos/attack-result.ts'
import { createEventQueue } from './event-queue.ts'

/** Each lane has a queue (FIFO) and servers of its own; a request stays in the lane that it drew when it arrived. */
export interface Station {
  name: string
  lanes: number
  serversPerLane: number
}

/** `use` holds a server for an exponential time; `acquire` holds it until `release`, over the steps between. */
export type Step =
  | { kind: 'use'; station: number; meanMs: number }
  | { kind: 'acquire' | 'release'; station: number }
  | { kind: 'delay'; ms: number }

/** Requests that arrive as a Poisson process. */
export interface Flow {
  name: string
  perSecond: number
  steps: readonly Step[]
  /** False keeps it out of the results of all flows together. */
  isCounted?: boolean
}

export interface Scenario {
  stations: readonly Station[]
  flows: readonly Flow[]
  seconds: number
  /** Requests that arrive earlier are simulated, but not counted. */
  warmupSeconds: number
  seed: number
}

interface FlowResult {
  name: string
  count: number
  meanMs: number
  p50: number
  p95: number
  p99: number
}

interface StationResult {
  name: string
  /** Share of the servers' time, of those in `acquire` as well. */
  utilization: number
  meanWaitMs: number
}

export interface SimulationResult {
  /** Of all flows together. */
  total: FlowResult
  flows: FlowResult[]
  stations: StationResult[]
}

interface SimulatedRequest {
  flow: number
  arrivedAt: number
  /** From 0 to 1: its lane of each station. */
  draw: number
  nextStep: number
  /** It holds the server of a `use`, whose end is its next event. */
  isUsing: boolean
}

interface Lane {
  free: number
  waiting: { request: SimulatedRequest; since: number }[]
  /** Index of the first in `waiting`: `shift` would copy long queues. */
  head: number
}

/** Simulates the requests by discrete events; times are in milliseconds. The same scenario has the same result. */
export function simulate({ stations, flows, seconds, warmupSeconds, seed }: Scenario): SimulationResult {
  const random = createRandom(seed)
  // The first numbers of a small seed are small.
  for (let skipped = 0; skipped < 20; skipped++) random()
  const drawExponential = (mean: number) => -Math.log(1 - random()) * mean
  const endMs = seconds * 1000
  const warmupMs = warmupSeconds * 1000
  const events = createEventQueue<SimulatedRequest>()
  const lanes = stations.map(({ lanes, serversPerLane }) =>
    Array.from({ length: lanes }, (): Lane => ({ free: serversPerLane, waiting: [], head: 0 })),
  )
  const heldMs = stations.map(() => 0)
  const waitedMs = stations.map(() => 0)
  const grants = stations.map(() => 0)
  const times: number[][] = flows.map(() => [])

  const findLane = (station: number, { draw }: SimulatedRequest): Lane => {
    const all = lanes[station] ?? []
    const lane = all[Math.floor(draw * all.length)]
    if (!lane) throw new Error(`there is no station ${station}`)
    return lane
  }

  function countHeld(station: number, from: number, to: number): void {
    const held = Math.min(to, endMs) - Math.max(from, warmupMs)
    if (held > 0) heldMs[station] = (heldMs[station] ?? 0) + held
  }

  function scheduleArrival(flow: number, after: number): void {
    const mean = 1000 / (flows[flow]?.perSecond ?? 0)
    if (!Number.isFinite(mean)) return
    const arrivedAt = after + drawExponential(mean)
    if (arrivedAt < endMs) events.push(arrivedAt, { flow, arrivedAt, draw: random(), nextStep: -1, isUsing: false })
  }

  /** Servers that `acquire` holds, by request and station: since when. */
  const acquiredAt = new Map<SimulatedRequest, Map<number, number>>()

  function grant(request: SimulatedRequest, station: number, now: number, since: number): void {
    if (request.arrivedAt >= warmupMs) {
      waitedMs[station] = (waitedMs[station] ?? 0) + now - since
      grants[station] = (grants[station] ?? 0) + 1
    }
    const step = flows[request.flow]?.steps[request.nextStep]
    if (step?.kind === 'use') {
      const end = now + drawExponential(step.meanMs)
      countHeld(station, now, end)
      request.isUsing = true
      events.push(end, request)
      return
    }
    const held = acquiredAt.get(request) ?? new Map<number, number>()
    acquiredAt.set(request, held.set(station, now))
    request.nextStep += 1
    advance(request, now)
  }

  function release(request: SimulatedRequest, station: number, now: number): void {
    const lane = findLane(station, request)
    const next = lane.waiting[lane.head]
    if (!next) {
      lane.free += 1
      return
    }
    lane.head += 1
    if (lane.head > 1000) {
      lane.waiting.splice(0, lane.head)
      lane.head = 0
    }
    grant(next.request, station, now, next.since)
  }

  /** Runs the request's steps until one takes time or waits. */
  function advance(request: SimulatedRequest, now: number): void {
    const step = flows[request.flow]?.steps[request.nextStep]
    if (!step) {
      if (request.arrivedAt >= warmupMs) times[request.flow]?.push(now - request.arrivedAt)
      return
    }
    if (step.kind === 'delay') {
      request.nextStep += 1
      events.push(now + step.ms, request)
    } else if (step.kind === 'release') {
      request.nextStep += 1
      const held = acquiredAt.get(request)
      countHeld(step.station, held?.get(step.station) ?? now, now)
      held?.delete(step.station)
      if (held?.size === 0) acquiredAt.delete(request)
      release(request, step.station, now)
      advance(request, now)
    } else {
      const lane = findLane(step.station, request)
      if (lane.free === 0) {
        lane.waiting.push({ request, since: now })
        return
      }
      lane.free -= 1
      grant(request, step.station, now, now)
    }
  }

  for (const flow of flows.keys()) scheduleArrival(flow, 0)
  for (let event = events.pop(); event; event = events.pop()) {
    const { at, item: request } = event
    if (request.nextStep === -1) {
      scheduleArrival(request.flow, at)
      request.nextStep = 0
    } else if (request.isUsing) {
      const step = flows[request.flow]?.steps[request.nextStep]
      request.isUsing = false
      request.nextStep += 1
      if (step?.kind === 'use') release(request, step.station, at)
    }
    advance(request, at)
  }

  const measuredMs = endMs - warmupMs
  return {
    total: summarize('all', times.filter((_, index) => flows[index]?.isCounted !== false).flat()),
    flows: flows.map(({ name }, index) => summarize(name, times[index] ?? [])),
    stations: stations.map(({ name, lanes, serversPerLane }, index) => ({
      name,
      utilization: (heldMs[index] ?? 0) / (measuredMs * lanes * serversPerLane),
      meanWaitMs: (waitedMs[index] ?? 0) / Math.max(grants[index] ?? 0, 1),
    })),
  }
}

function summarize(name: string, times: readonly number[]): FlowResult {
  const meanMs = times.reduce((sum, each) => sum + each, 0) / times.length
  return { name, count: times.length, meanMs, ...computePercentiles(times) }
}
