import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of CPU that all threads of the process and of its children have taken. */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map(thread => `/proc/${pid}/task/${thread}`)
  return threads.reduce((all, thread) => {
    const [nanoseconds = 0] = numbersIn(`${thread}/schedstat`)
    return numbersIn(`${thread}/children`).reduce((sum, child) => sum + cpuOf(child), all + nanoseconds / 1e6)
  }, 0)
}

/** The processes that this one started. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(thread => numbersIn(`/proc/${pid}/task/${thread}/children`))
}

/** Memory that the process holds, in megabytes of a million bytes. */
export function memoryOf(pid: number): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6
}

export function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function numbersIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    // The thread or child is gone.
    return []
  }
}
