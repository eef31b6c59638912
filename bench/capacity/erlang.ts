/** Probability that an arrival waits in M/M/c (Erlang C), by the stable recursion of Erlang B. */
export function computeWaitProbability(servers: number, offeredLoad: number): number {
  if (offeredLoad >= servers) return 1
  let blocked = 1
  for (let count = 1; count <= servers; count++) blocked = (offeredLoad * blocked) / (count + offeredLoad * blocked)
  return (servers * blocked) / (servers - offeredLoad * (1 - blocked))
}

/** Mean wait for a server of M/M/c, in milliseconds. */
export function computeMeanWaitMs(servers: number, perSecond: number, serviceMs: number): number {
  const offeredLoad = (perSecond * serviceMs) / 1000
  if (offeredLoad >= servers) return Number.POSITIVE_INFINITY
  return (computeWaitProbability(servers, offeredLoad) * serviceMs) / (servers - offeredLoad)
}
