/** What an attack on one of the shop's promises came to. */
export interface Proof {
  promise: string
  attack: string
  tries: string
  /** A line for each time that the promise was broken. */
  losses: string[]
}

/** A row of the table in docs/reliability.md, and below it what was lost. */
export function told({ promise, attack, tries, losses }: Proof): string {
  return [`${promise} | ${attack} | ${tries} | ${losses.length}`, ...losses.map(loss => `  ${loss}`)].join('\n')
}

/** Numbers from 0 to 1 that look random and come again with the same seed (xorshift32, Marsaglia 2003). */
export function randomFrom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Asks until the answer is yes, for at most that many seconds. */
export async function until(isSo: () => Promise<boolean> | boolean, seconds = 30): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    if (await isSo()) return true
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return false
}
