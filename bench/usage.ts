import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in milliseconds of all threads of the process and of its children. */
export function readCpuTime(pid: number): number {
  return listThreads(pid).reduce((all, thread) => {
    const [nanoseconds = 0] = readNumbers(`${thread}/schedstat`)
    return readNumbers(`${thread}/children`).reduce((sum, child) => sum + readCpuTime(child), all + nanoseconds / 1e6)
  }, 0)
}

/** CPU time in milliseconds that all programs of the machine have used, in steps of 10; other machines' share is among it. */
export function readMachineTime(): number {
  const [user = 0, nice = 0, system = 0, , , ...rest] =
    readText('/proc/stat').split('\n', 1)[0]?.split(/ +/).slice(1).map(Number) ?? []
  return (user + nice + system + rest.slice(0, 3).reduce((sum, each) => sum + each, 0)) * 10
}

export function listChildren(pid: number): number[] {
  return listThreads(pid).flatMap(thread => readNumbers(`${thread}/children`))
}

/** Resident memory in megabytes (10⁶ bytes). */
export function readMemory(pid: number): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6
}

export function readParent(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`)
  } catch {
    // The process has exited.
    return []
  }
}

function readNumbers(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    // The thread or child has exited.
    return []
  }
}

/**
 * Resident memory of the processes and all that they started, in megabytes (10⁶ bytes). Pages of files, which are mostly
 * Node's program, count once: all processes of a tree have the same ones.
 */
export function readTreeMemory(pids: readonly number[]): number {
  const processes = pids.flatMap(listTree).map(pid => readText(`/proc/${pid}/status`))
  const readBytes = (status: string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
  const own = processes.map(status => readBytes(status, 'RssAnon') + readBytes(status, 'RssShmem'))
  const files = Math.max(...processes.map(status => readBytes(status, 'RssFile')))
  return (own.reduce((sum, each) => sum + each, 0) + files) / 1e6
}

export const listTree = (pid: number): number[] => [pid, ...listChildren(pid).flatMap(listTree)]

/** Milliseconds of CPU of the process and of its children that have ended, in steps of 10. */
export function readProcessTime(pid: number): number {
  // Fields 14 to 17 of proc_pid_stat(5), after the program's name in parentheses, which may have spaces.
  const [, fields = ''] = /.*\) (.*)/.exec(readText(`/proc/${pid}/stat`)) ?? []
  const ticks = fields.split(' ').slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

/** The command line, or the title that the process has given itself. */
export const readTitle = (pid: number) => readText(`/proc/${pid}/cmdline`)

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has exited.
    return ''
  }
}
