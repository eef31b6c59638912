import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

export async function renderDevPage(title: string, style: string, body: unknown): Promise<Response> {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>${raw(style)}</style>
      <h1>${title}</h1>
      ${body}
    </html>`
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(String(await page), { headers })
}
