import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withDeadline } from '#test/wait-until.ts'
import type { Command } from './peer.ts'

const commandTimeoutMs = 900_000
const stopTimeoutMs = 20_000
const started = new Set<ChildProcess>()

/** Variables of this repository's npm and of its shop, which the other projects must not see. */
const ownVariables =
  /^(npm_(?!config_(registry|cafile|https?_?proxy|noproxy|userconfig)$)|NODE_ENV$|INIT_CWD$|PORT$|DATABASE_)/i

const baseEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariables.test(name))),
  // The Node that runs this file.
  PATH: [dirname(process.execPath), process.env.PATH].join(':'),
}

/** Runs a command in the folder; its output goes to `commands.log` there. */
export async function runCommand(
  folder: string,
  [program, ...rest]: Command,
  environment: Record<string, string> = {},
) {
  const log = openSync(join(folder, 'commands.log'), 'a')
  const child = spawnGroup(program, rest, folder, environment, log)
  const exit = once(child, 'exit')
  const [code] = await withDeadline(exit, `${program} ${rest.join(' ')} ends`, commandTimeoutMs)
  started.delete(child)
  if (code !== 0) throw new Error(`${program} ${rest.join(' ')} ended with ${code}: see commands.log in ${folder}`)
}

/** Starts Node with these arguments as the leader of a process group. */
export function startProgram(folder: string, parameters: readonly string[], environment: Record<string, string>) {
  const log = openSync(join(folder, 'programs.log'), 'a')
  return spawnGroup(process.execPath, parameters, folder, environment, log)
}

function spawnGroup(
  program: string,
  parameters: readonly string[],
  cwd: string,
  environment: Record<string, string>,
  log: number,
): ChildProcess {
  const env = { ...baseEnvironment, ...environment }
  const child = spawn(program, parameters, { cwd, env, detached: true, stdio: ['ignore', log, log] })
  started.add(child)
  return child
}

export async function stopAllGroups(): Promise<void> {
  await Promise.all([...started].map(stopGroup))
}

/** Stops the process and those that it started: some shops leave children behind. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  started.delete(child)
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  signalGroup(child, 'SIGTERM')
  if (exit) await withDeadline(exit, 'the process exits', stopTimeoutMs).catch(() => {})
  signalGroup(child, 'SIGKILL')
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}
