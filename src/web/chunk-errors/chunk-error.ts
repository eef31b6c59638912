/** The chunk could not be loaded, the server has none of that name, or it took too long. */
export type ChunkErrorKind = 'error' | 'missing' | 'timeout'

const shown = new EventTarget()
let current: { text: string; to: string } | undefined

/** Tells the person that a page's script chunk did not come, and offers to load the page `to` whole. */
export function showChunkError(chunk: string, failure: ChunkErrorKind, to: string): void {
  const name = chunk.split('/').at(-1)?.replace(/\.js$/, '')
  current = { text: `Loading chunk ${name} failed (${failure})`, to }
  shown.dispatchEvent(new Event('change'))
}

export function getChunkError(): { text: string; to: string } | undefined {
  return current
}

export function onChunkError(callback: () => void): () => void {
  shown.addEventListener('change', callback)
  return () => shown.removeEventListener('change', callback)
}
