import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil } from '#test/wait-until.ts'
import { makeBaseImage } from './base-image.ts'
import type { Container, Engine, RunOptions } from './engine.ts'
import { inspectFiles } from './inspect-files.ts'
import { readRegistryHost, writeNpmSecrets } from './npm-config.ts'
import { openEngine } from './open-engine.ts'
import { formatPoints, type Point } from './points.ts'

const image = 'ironmonger:proof'
/** Debian's release below the official image of Node 24, where it is made here. */
const codename = 'bookworm'
const startDeadlineMs = 60_000
/** Milliseconds between two runs of the HEALTHCHECK, which takes CPU from the start. */
const checkIntervalMs = 500
/** The compilation of the embedded database holds memory for some seconds. */
const settleMs = 20_000
const limits = { readySeconds: 20, residentMegabytes: 300, stopSeconds: 12 }
const picture = '/images/claw-hammer-320.avif'

/** Builds the image, runs it in production mode and prints a table; resolves with whether every point holds. */
export async function proveImage(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-image-'))
  // The image's user and the build's root reach their folders in it.
  chmodSync(folder, 0o711)
  const engine = await openEngine(folder)
  try {
    const points = [...(await build(engine, folder)), ...(await run(engine, folder))]
    process.stdout.write(formatPoints(points))
    return points.every(({ holds }) => holds)
  } finally {
    await engine.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function build(engine: Engine, folder: string): Promise<Point[]> {
  const [, base = ''] = /^FROM (\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const isPulled = await engine.pull(base)
  if (!isPulled) await engine.importImage(await makeBaseImage(folder, codename), base)
  const secrets = await writeNpmSecrets(folder)
  const before = performance.now()
  const log = await engine.build(image, secrets)
  const seconds = (performance.now() - before) / 1000
  process.stdout.write(`${log.trimEnd().split('\n').slice(-8).join('\n')}\n\n`)
  return [
    { name: 'engine', result: engine.name, holds: true },
    { name: 'base image', result: `${base}, ${isPulled ? 'pulled' : 'made here'}`, holds: true },
    { name: 'build', result: `${seconds.toFixed(0)} s`, holds: true },
  ]
}

async function run(engine: Engine, folder: string): Promise<Point[]> {
  const options = await createRunOptions(folder)
  const first = await engine.start(image, options)
  const points: Point[] = []
  try {
    points.push(await waitForHealth(first, 'first start'))
    points.push({ name: 'peak memory, first start', result: await readMemory(first, 'VmHWM'), holds: true })
  } finally {
    points.push(await stop(first, 'first start'))
  }
  const second = await engine.start(image, options)
  try {
    points.push(await waitForHealth(second, 'restart'))
    points.push(...(await inspectProcess(await second.readStatus(), options)))
    await pause(settleMs)
    const memory = await readMemory(second, 'VmRSS')
    const holds = Number.parseInt(memory, 10) < limits.residentMegabytes
    points.push({ name: `resident memory, ${settleMs / 1000} s after a restart`, result: memory, holds })
  } finally {
    points.push(await stop(second, 'restart'))
  }
  points.push(...inspectFiles(await second.openFiles(), await readRegistryHost()))
  return [...points, await takeBackup(engine, options)]
}

async function readMemory(container: Container, name: 'VmHWM' | 'VmRSS'): Promise<string> {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(await container.readStatus())?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

async function waitForHealth(container: Container, name: string): Promise<Point> {
  const before = performance.now()
  const isHealthy = async () => (await container.isHealthy()) || pause(checkIntervalMs, false)
  await waitUntil(isHealthy, 'the HEALTHCHECK succeeds', startDeadlineMs).catch(async error => {
    throw new Error(await container.readOutput(), { cause: error })
  })
  const seconds = (performance.now() - before) / 1000
  return { name: `HEALTHCHECK, ${name}`, result: `after ${seconds.toFixed(1)} s`, holds: seconds < limits.readySeconds }
}

async function inspectProcess(status: string, { environment }: RunOptions): Promise<Point[]> {
  const origin = environment.PUBLIC_URL ?? ''
  const uids = /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? []
  const capabilities = /^CapEff:\s+(\S+)$/m.exec(status)?.[1] ?? 'unknown'
  return [
    await fetchPoint(`${origin}/`, 'text/html'),
    await fetchPoint(origin + picture, 'image/avif'),
    { name: 'user', result: `uid ${uids.join(' ')}`, holds: uids.length === 4 && !uids.includes('0') },
    { name: 'capabilities', result: capabilities, holds: /^0+$/.test(capabilities) },
  ]
}

async function stop(container: Container, name: string): Promise<Point> {
  const before = performance.now()
  const code = await container.end('SIGTERM')
  const seconds = (performance.now() - before) / 1000
  const holds = code === 0 && seconds < limits.stopSeconds
  return { name: `SIGTERM, ${name}`, result: `exit code ${code} after ${seconds.toFixed(1)} s`, holds }
}

async function createRunOptions(folder: string): Promise<RunOptions> {
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  chmodSync(dataFolder, 0o777)
  const port = await findFreePort()
  return {
    port,
    dataFolder,
    environment: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET: randomBytes(32).toString('hex'),
      TRUSTED_PROXIES: '0',
      ALLOW_SANDBOX: 'database,payments,images,mail',
    },
  }
}

async function fetchPoint(url: string, expectedType: string): Promise<Point> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  const { byteLength } = await response.arrayBuffer()
  const type = response.headers.get('content-type') ?? ''
  const holds = response.status === 200 && type.startsWith(expectedType) && byteLength > 1_000
  return { name: `GET ${new URL(url).pathname}`, result: `${response.status} ${type}, ${byteLength} bytes`, holds }
}

/** The program for backups is part of the image. */
async function takeBackup(engine: Engine, options: RunOptions): Promise<Point> {
  const command = ['node', 'build/server/backup.js', 'take', '/data']
  const container = await engine.start(image, { ...options, command })
  const code = await container.end()
  const [line = ''] = (await container.readOutput()).split('\n')
  return { name: 'backup in the image', result: `exit code ${code}: ${line}`, holds: code === 0 }
}
