/** `missing` means that the server has no such chunk. */
export type ChunkErrorKind = 'error' | 'missing' | 'timeout'

const changes = new EventTarget()
let current: { text: string; to: string } | undefined

export function showChunkError(chunk: string, failure: ChunkErrorKind, to: string): void {
  const name = chunk.split('/').at(-1)?.replace(/\.js$/, '')
  current = { text: `Loading chunk ${name} failed (${failure})`, to }
  changes.dispatchEvent(new Event('change'))
}

export function findChunkError(): { text: string; to: string } | undefined {
  return current
}

export function onChunkError(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}
