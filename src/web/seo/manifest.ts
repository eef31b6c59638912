import { cutText } from '#contract/text.ts'
import { settingsContext } from '#web/context.ts'
import type { Route } from './+types/manifest'

/** The web app manifest (https://www.w3.org/TR/appmanifest/). */
export function loader({ context }: Route.LoaderArgs) {
  const { storeName } = context.get(settingsContext)
  const manifest = {
    name: storeName,
    short_name: cutText(storeName, 12),
    description: 'Hand tools and power tools in bulk',
    start_url: '/',
    display: 'browser',
    background_color: '#faf9f6',
    theme_color: '#14181f',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    ],
  }
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } })
}
