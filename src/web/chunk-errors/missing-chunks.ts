const errors = new WeakSet<object>()

/** Vite announces the error of a dynamic import before it rejects. */
export function collectMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => errors.add(payload))
}

export const isMissingChunk = (error: unknown) => typeof error === 'object' && error !== null && errors.has(error)
