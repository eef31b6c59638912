export interface AttackResult {
  guarantee: string
  attack: string
  extent: string
  violations: string[]
}

/** A row of the table in docs/reliability.md, with the violations below it. */
export function formatResult({ guarantee, attack, extent, violations }: AttackResult): string {
  return [
    `${guarantee} | ${attack} | ${extent} | ${violations.length}`,
    ...violations.map(violation => `  ${violation}`),
  ].join('\n')
}

/** Pseudo-random numbers from 0 to 1 of that seed (xorshift32, Marsaglia 2003). */
export function createRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

export async function isTrueWithin(isSo: () => Promise<boolean> | boolean, seconds = 30): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    if (await isSo()) return true
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return false
}
