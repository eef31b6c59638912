import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in milliseconds of all threads of the process and of its children. */
export function readCpuTime(pid: number): number {
  return listThreads(pid).reduce((all, thread) => {
    const [nanoseconds = 0] = readNumbers(`${thread}/schedstat`)
    return readNumbers(`${thread}/children`).reduce((sum, child) => sum + readCpuTime(child), all + nanoseconds / 1e6)
  }, 0)
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

/** Resident memory of the processes and all that they started, in megabytes (10⁶ bytes); shared pages count once. */
export function readTreeMemory(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return sum + (Number(kilobytes) * 1024) / 1e6 + readTreeMemory(listChildren(pid))
  }, 0)
}
