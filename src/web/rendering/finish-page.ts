import { createHash } from 'node:crypto'
import type { PageSettings } from '#web/context.ts'

/** Puts the modules back with the first frame, which a page in a hidden tab has none of. */
const startModules = `{
  const { currentScript } = document, template = currentScript.previousSibling
  const start = () => { currentScript.remove(); template.replaceWith(template.content) }
  if (document.hidden) start()
  else requestAnimationFrame(start)
}`

/**
 * Removes the nonce from the page's inline scripts and styles and returns a Content-Security-Policy that allows them by hash:
 * unlike a nonce, a hash may be cached. The module script and its preloads wait in a template: the first paint needs no
 * module, and should not share its bandwidth.
 */
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
    .replace(new RegExp(`<link rel="modulepreload"[^>]*${mark}/>`, 'g'), link => {
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

type Tag = 'script' | 'style'

const hashCode = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function buildPolicy(settings: PageSettings, hashes: Readonly<Record<Tag, readonly string[]>>): string {
  const { firebase, payments, imageOrigin } = settings
  const stripe = payments.form === 'stripe'
  const sources: Record<string, readonly (string | false | undefined)[]> = {
    'default-src': ["'self'"],
    // https://docs.stripe.com/security/guide#content-security-policy
    'script-src': [
      "'self'",
      ...hashes.script,
      stripe && 'https://js.stripe.com https://*.js.stripe.com',
      firebase && 'https://apis.google.com',
    ],
    'style-src': ["'self'", ...hashes.style],
    'connect-src': [
      "'self'",
      stripe && 'https://api.stripe.com',
      firebase && 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com',
      firebase?.emulatorOrigin,
    ],
    'frame-src': [
      stripe && 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      firebase && `https://${firebase.authDomain}`,
    ],
    // A tool keeps its image when the shop moves to another image host.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', imageOrigin],
    'object-src': [],
    'base-uri': [],
    'form-action': ["'self'"],
    'frame-ancestors': [],
    // The scripts of Stripe and Google set markup from strings.
    ...(!stripe && !firebase && { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] }),
  }
  return Object.entries(sources)
    .map(([directive, allowed]) => `${directive} ${allowed.filter(Boolean).join(' ') || "'none'"}`)
    .join('; ')
}
