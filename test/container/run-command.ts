import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

interface Options {
  /** Milliseconds until the command and what it started are killed. */
  deadlineMs?: number
  env?: NodeJS.ProcessEnv
}

/** Runs a program to its end and resolves with its output and errors; rejects with both if it fails. */
export async function runCommand(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { deadlineMs = 60_000, env = process.env } = options
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const output = collectOutput(child)
  const timer = setTimeout(() => killGroup(child), deadlineMs)
  try {
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}:\n${output.text.slice(-4_000)}`)
    return output.text
  } finally {
    clearTimeout(timer)
  }
}

export const succeeds = (program: string, args: readonly string[], options?: Options): Promise<boolean> =>
  runCommand(program, args, options).then(
    () => true,
    () => false,
  )

export function collectOutput(child: ChildProcess): { text: string } {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output.text += text
    })
  return output
}

function killGroup({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGKILL')
}
