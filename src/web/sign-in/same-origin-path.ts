/** Guards redirects: rejects other origins, `//host` and backslashes. */
export function findSameOriginPath(path: string | null | undefined): string | undefined {
  return path && /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : undefined
}
