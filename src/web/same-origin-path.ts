/** Guards redirects: rejects other origins, `//host`, also behind dots (`/.//host`), and backslashes. */
export function findSameOriginPath(path: string | null | undefined): string | undefined {
  if (!path || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return undefined
  return new URL(path, 'http://shop').pathname.startsWith('//') ? undefined : path
}
