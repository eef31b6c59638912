import { settingsContext } from '#web/context.ts'
import type { Route } from './+types/robots'

const disallowedPaths = [
  '/dashboard',
  '/purchase',
  '/api',
  '/cart',
  '/checkout',
  '/sandbox',
  '/login?',
  '/dev',
  '/signed-in',
  '/reset-password',
  '/verify-email',
  '/form-not-sent',
]

/** /robots.txt (RFC 9309) disallows personal pages. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(settingsContext)
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
