import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** A hundred milliseconds, in which a group may run for its part of them; in microseconds. */
const period = 100_000

/** Control groups of Linux, of version 1 and 2: where they are, and the file that limits their CPU time. */
const kinds = [
  { root: '/sys/fs/cgroup/cpu', limit: 'cpu.cfs_quota_us', text: (quota: number) => `${quota}` },
  { root: '/sys/fs/cgroup', limit: 'cpu.max', text: (quota: number) => `${quota} ${period}` },
]

/**
 * Holds the process to that share of one core, with all its threads, by a control group of its own. False where this
 * machine or user can't.
 */
export function hold(pid: number, share: number): boolean {
  return kinds.some(({ root, limit, text }) => {
    const group = `${root}/ironmonger-bench-${pid}`
    if (!existsSync(`${root}/cgroup.procs`)) return false
    try {
      if (!existsSync(group)) mkdirSync(group)
      process.once('exit', () => remove(group))
      if (!existsSync(`${group}/${limit}`)) return false
      writeFileSync(`${group}/${limit}`, text(period * share))
      writeFileSync(`${group}/cgroup.procs`, `${pid}`)
      return true
    } catch {
      return false
    }
  })
}

function remove(group: string): void {
  try {
    rmdirSync(group)
  } catch {
    // A process in it is still ending.
  }
}
