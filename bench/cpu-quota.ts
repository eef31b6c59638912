import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** The period of a quota, in microseconds. */
const period = 100_000

/** Linux control groups, version 1 and 2. */
const kinds = [
  { root: '/sys/fs/cgroup/cpu', limit: 'cpu.cfs_quota_us', text: (quota: number) => `${quota}` },
  { root: '/sys/fs/cgroup', limit: 'cpu.max', text: (quota: number) => `${quota} ${period}` },
]

/**
 * Limits the process with all its threads to that share of one core, by a control group. False where this machine or
 * user cannot.
 */
export function limitCpu(pid: number, share: number): boolean {
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
    // A process in it is still exiting.
  }
}
