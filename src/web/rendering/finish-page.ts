import { createHash } from 'node:crypto'
import type { PageSettings } from '#web/context.ts'

// Starts the modules after the first frame, or at once in a hidden tab, which has no frames. An open iframe delays
// the load event until then, so that a loaded page reacts to input.
const startModules = `{
  const { currentScript } = document, template = currentScript.previousSibling
  const frame = document.createElement('iframe')
  const start = () => { currentScript.replaceWith(template.content); template.remove(); frame.remove() }
  frame.hidden = true
  document.body.append(frame)
  frame.contentDocument.open()
  document.hidden ? start() : requestAnimationFrame(() => requestAnimationFrame(start))
}`

type Tag = 'script' | 'style'

/** Allows inline code by hashes, which can be cached, instead of the nonce. Modules wait in a template for the first paint. */
export function finishPage(
  page: Buffer,
  nonce: string,
  settings: PageSettings,
): { html: Buffer<ArrayBuffer>; policy: string } {
  const mark = ` nonce="${nonce}"`
  const preloads: string[] = []
  const hashes = { script: [hashCode(startModules)], style: [] as string[] }
  const html = page
    .toString()
    .replace(new RegExp(`<link rel="modulepreload"[^>]*${mark}[^>]*>`, 'g'), link => {
      preloads.push(link)
      return ''
    })
    .replace(new RegExp(`<(script|style)[^>]*${mark}[^>]*>(.*?)</\\1>`, 'gs'), (element, tag: Tag, code: string) => {
      if (code !== '') hashes[tag].push(hashCode(code))
      if (!element.startsWith(`<script${mark} type="module"`)) return element
      return `<template>${preloads.join('')}${element}</template><script>${startModules}</script>`
    })
    .replaceAll(mark, '')
  return { html: Buffer.from(html), policy: buildPolicy(settings, hashes) }
}

const hashCode = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function buildPolicy(settings: PageSettings, hashes: Readonly<Record<Tag, readonly string[]>>): string {
  const { payments, imageOrigin } = settings
  const stripe = payments.form === 'stripe'
  const sources: Record<string, readonly (string | false | undefined)[]> = {
    'default-src': ["'self'"],
    // https://docs.stripe.com/security/guide#content-security-policy
    'script-src': ["'self'", ...hashes.script, stripe && 'https://js.stripe.com https://*.js.stripe.com'],
    'style-src': ["'self'", ...hashes.style],
    'connect-src': ["'self'", stripe && 'https://api.stripe.com'],
    'frame-src': [stripe && 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'],
    // Tools keep their image URLs when the shop moves to another image host.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', imageOrigin],
    'object-src': [],
    'base-uri': [],
    'form-action': ["'self'"],
    'frame-ancestors': [],
    // Stripe's script assigns HTML strings.
    ...(!stripe && { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
  }
  return Object.entries(sources)
    .map(([directive, allowed]) => `${directive} ${allowed.filter(Boolean).join(' ') || "'none'"}`)
    .join('; ')
}
