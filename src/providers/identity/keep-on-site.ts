/**
 * Guards what leaves Better Auth: it redirects to addresses of a sign-in's state, which its caller has chosen (`/.//host` becomes
 * `//host`), and refuses a page at another address without naming the right one.
 */
export async function keepOnSite(response: Response, origins: readonly string[]): Promise<Response> {
  const [origin = ''] = origins
  const location = response.headers.get('location')
  const isRedirect = location !== null && response.status >= 300 && response.status < 400
  if (isRedirect && !origins.includes(URL.parse(location, origin)?.origin ?? ''))
    response.headers.set('location', '/login?error=redirect_refused')
  if (response.status !== 403) return response
  const body = await readJson(response.clone())
  if (body?.code !== 'INVALID_ORIGIN') return response
  const message = `Please open the shop at ${origin}. Nobody can log in at this address.`
  return Response.json({ ...body, message }, { status: 403 })
}

const readJson = (response: Response): Promise<{ code?: unknown } | undefined> => response.json().catch(() => undefined)
