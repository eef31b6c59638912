import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { query } from '#bench/database.ts'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil } from '#test/wait-until.ts'
import type { Command, Peer, Shop } from './peer.ts'
import { runCommand, startProgram, stopGroup } from './processes.ts'
import { type InstalledSize, measureInstallation } from './sizes.ts'

const stamp = 'built.json'
const startTimeoutMs = 120_000

interface Build {
  seconds: number
  sizes: Record<'all' | 'production', InstalledSize>
}

export interface RunningPeer extends Shop {
  peer: Peer
  port: number
  pids: number[]
  /** Milliseconds from the start of the processes to the first response of status 200. */
  startedIn: number
  stop: () => Promise<void>
}

export interface FirstRun {
  commands: number
  seconds: number
}

/** Installs and builds the shop in its folder, with an empty cache of npm; not again if that has succeeded before. */
export async function buildPeer(work: string, peer: Peer): Promise<Build> {
  const folder = join(work, peer.id)
  const file = join(folder, stamp)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  for (const [path, text] of Object.entries({ ...peer.files, 'commands.log': '' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const start = performance.now()
  for (const command of peer.buildCommands)
    await runCommand(folder, command, { npm_config_cache: join(work, `${peer.id}-npm-cache`) })
  const build = {
    seconds: (performance.now() - start) / 1000,
    sizes: measureInstallation(folder, peer.builtFolders),
  }
  writeFileSync(file, JSON.stringify(build))
  return build
}

/** Creates the shop's database with demo data, and starts the shop. */
export async function startFirst(
  work: string,
  peer: Peer,
  serverUrl: string,
): Promise<FirstRun & { running: RunningPeer }> {
  const name = `peer_${peer.id}`
  await query(serverUrl, `create database ${name}`)
  const databaseUrl = serverUrl.replace(/[^/]*$/, name)
  const folder = join(work, peer.id)
  const start = performance.now()
  const port = await findFreePort()
  const environment = peer.createEnvironment(port, databaseUrl)
  const run = (command: Command) => runCommand(folder, command, environment)
  for (const command of peer.fillCommands) await run(command)
  const running = await startPeer(peer, { folder, databaseUrl, port })
  const further = (await peer.fillRunning?.(running, run)) ?? 0
  return {
    running,
    commands: peer.buildCommands.length + peer.fillCommands.length + peer.programs.length + further,
    seconds: (performance.now() - start) / 1000,
  }
}

/** Starts the shop's processes on the port. */
export async function startPeer(
  peer: Peer,
  { folder, databaseUrl, port }: Pick<RunningPeer, 'folder' | 'databaseUrl' | 'port'>,
): Promise<RunningPeer> {
  const environment = peer.createEnvironment(port, databaseUrl)
  const start = performance.now()
  const programs = peer.programs.map(parameters =>
    startProgram(join(folder, peer.programFolder ?? '.'), parameters, environment),
  )
  const origin = `http://127.0.0.1:${port}`
  const isReady = async () => {
    if (programs.some(({ exitCode }) => exitCode !== null))
      throw new Error(`${peer.name} has stopped: see programs.log in ${folder}`)
    return (await fetchStatus(origin + peer.readyRequest.path)) === 200
  }
  const stop = async () => {
    await Promise.all(programs.map(stopGroup))
  }
  await waitUntil(isReady, `${peer.name} responds`, startTimeoutMs)
  const startedIn = performance.now() - start
  return { peer, folder, databaseUrl, port, origin, startedIn, stop, pids: programs.map(({ pid }) => pid ?? 0) }
}

const fetchStatus = (url: string) =>
  fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(10_000) }).then(
    async response => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
