/** Milliseconds of CPU time that the work takes, whatever else the machine does meanwhile. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
