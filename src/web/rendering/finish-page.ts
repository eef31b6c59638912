import { createHash } from 'node:crypto'
import type { PageSettings } from '#web/context.ts'

const lowPriority = Buffer.from(' fetchpriority="low"')

/**
 * Removes the nonce from the page's inline scripts and styles and returns a Content-Security-Policy that allows them by hash:
 * unlike a nonce, a hash may be cached. Preloaded scripts get a low priority: the first paint needs none.
 */
export function finishPage(
  page: Buffer,
  nonce: string,
  settings: PageSettings,
): { html: Buffer<ArrayBuffer>; policy: string } {
  const mark = ` nonce="${nonce}"`
  const parts: Buffer[] = []
  const hashes = { script: [] as string[], style: [] as string[] }
  let from = 0
  for (let at = page.indexOf(mark); at >= 0; at = page.indexOf(mark, from)) {
    parts.push(page.subarray(from, at))
    from = at + mark.length
    const tagStart = page.subarray(page.lastIndexOf('<', at), at).toString()
    if (tagStart.startsWith('<link rel="modulepreload"')) parts.push(lowPriority)
    const tag = /^<(script|style)/.exec(tagStart)?.[1]
    if (tag !== 'script' && tag !== 'style') continue
    const code = page.subarray(page.indexOf('>', from) + 1, page.indexOf(`</${tag}>`, from))
    if (code.length > 0) hashes[tag].push(hashCode(code))
  }
  parts.push(page.subarray(from))
  return { html: Buffer.concat(parts), policy: buildPolicy(settings, hashes) }
}

const hashCode = (code: Buffer) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function buildPolicy(settings: PageSettings, hashes: Readonly<Record<'script' | 'style', readonly string[]>>): string {
  const { payments, imageOrigin } = settings
  const stripe = payments.form === 'stripe'
  const sources: Record<string, readonly (string | false | undefined)[]> = {
    'default-src': ["'self'"],
    // https://docs.stripe.com/security/guide#content-security-policy
    'script-src': ["'self'", ...hashes.script, stripe && 'https://js.stripe.com https://*.js.stripe.com'],
    'style-src': ["'self'", ...hashes.style],
    'connect-src': ["'self'", stripe && 'https://api.stripe.com'],
    'frame-src': [stripe && 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'],
    // A tool keeps its image when the shop moves to another image host.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', imageOrigin],
    'object-src': [],
    'base-uri': [],
    'form-action': ["'self'"],
    'frame-ancestors': [],
    // Stripe's script sets markup from strings.
    ...(!stripe && { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
  }
  return Object.entries(sources)
    .map(([directive, allowed]) => `${directive} ${allowed.filter(Boolean).join(' ') || "'none'"}`)
    .join('; ')
}
