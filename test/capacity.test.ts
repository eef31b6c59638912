import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeMeanWaitMs, computeWaitProbability } from '#bench/capacity/erlang.ts'
import { type Scenario, simulate } from '#bench/capacity/simulation.ts'

const serviceMs = 2

function simulateQueue(servers: number, utilization: number, lanes = 1, length = 1): ReturnType<typeof simulate> {
  const scenario: Scenario = {
    stations: [{ name: 'queue', lanes, serversPerLane: servers }],
    flows: [
      {
        name: 'request',
        perSecond: (utilization * servers * lanes * 1000) / serviceMs,
        steps: [{ kind: 'use', station: 0, meanMs: serviceMs }],
      },
    ],
    seconds: (1100 * length) / (servers * lanes),
    warmupSeconds: 100 / (servers * lanes),
    seed: 7,
  }
  return simulate(scenario)
}

function assertNear(actual: number, expected: number, share: number, what: string): void {
  const difference = Math.abs(actual - expected) / expected
  assert.ok(difference <= share, `${what}: ${actual}, expected ${expected} ± ${share * 100} %`)
}

test('Erlang C agrees with the values of textbooks', () => {
  assertNear(computeWaitProbability(1, 0.7), 0.7, 1e-9, 'one server')
  assertNear(computeWaitProbability(2, 1), 1 / 3, 1e-9, 'two servers')
  assertNear(computeWaitProbability(10, 8), 0.409, 0.002, 'ten servers')
  assert.equal(computeMeanWaitMs(2, 1000, 2), Number.POSITIVE_INFINITY)
})

test('one server waits as M/M/1 does, at half and at four fifths of its capacity', () => {
  for (const utilization of [0.5, 0.8]) {
    const { stations, total } = simulateQueue(1, utilization)
    assertNear(stations[0]?.utilization ?? 0, utilization, 0.02, 'utilization')
    assertNear(stations[0]?.meanWaitMs ?? 0, (serviceMs * utilization) / (1 - utilization), 0.05, 'mean wait')
    // The time in an M/M/1 system is exponential.
    assertNear(total.p95, (Math.log(20) * serviceMs) / (1 - utilization), 0.05, 'p95')
  }
})

test('several servers with one queue wait as M/M/c does', () => {
  for (const servers of [2, 5, 16]) {
    const { stations } = simulateQueue(servers, 0.8, 1, 2)
    const expected = computeMeanWaitMs(servers, (0.8 * servers * 1000) / serviceMs, serviceMs)
    assertNear(stations[0]?.meanWaitMs ?? 0, expected, 0.05, `mean wait of ${servers} servers`)
  }
})

test('lanes with queues of their own wait as so many M/M/1', () => {
  const { stations } = simulateQueue(1, 0.8, 8)
  assertNear(stations[0]?.meanWaitMs ?? 0, (serviceMs * 0.8) / 0.2, 0.05, 'mean wait')
})

test('a connection is held over the steps between acquire and release, and limits how many run', () => {
  const { stations, total } = simulate({
    stations: [
      { name: 'connections', lanes: 1, serversPerLane: 1 },
      { name: 'database', lanes: 1, serversPerLane: 8 },
    ],
    flows: [
      {
        name: 'statement',
        perSecond: 250,
        steps: [
          { kind: 'acquire', station: 0 },
          { kind: 'use', station: 1, meanMs: serviceMs },
          { kind: 'release', station: 0 },
          { kind: 'delay', ms: 5 },
        ],
      },
    ],
    seconds: 2200,
    warmupSeconds: 200,
    seed: 7,
  })
  const [connections, database] = stations
  assertNear(connections?.utilization ?? 0, 0.5, 0.02, 'utilization of the connection')
  assertNear(connections?.meanWaitMs ?? 0, 2, 0.05, 'wait for the connection')
  assertNear(database?.utilization ?? 0, 0.5 / 8, 0.02, 'utilization of the database')
  assert.equal(database?.meanWaitMs, 0)
  assertNear(total.meanMs, 2 + 2 + 5, 0.02, 'mean time')
})

test('a simulation repeats itself with the same seed only', () => {
  const scenario: Scenario = {
    stations: [{ name: 'queue', lanes: 1, serversPerLane: 1 }],
    flows: [{ name: 'request', perSecond: 100, steps: [{ kind: 'use', station: 0, meanMs: 5 }] }],
    seconds: 20,
    warmupSeconds: 1,
    seed: 3,
  }
  assert.deepEqual(simulate(scenario), simulate(scenario))
  assert.notDeepEqual(simulate(scenario), simulate({ ...scenario, seed: 4 }))
})
