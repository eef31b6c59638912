import { createHash } from 'node:crypto'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import { html } from 'hono/html'
import { jwtVerify, SignJWT } from 'jose'
import { isEmail, normalizeEmail } from '#contract/text.ts'
import { renderDevPage } from './dev-page.ts'

export interface FakeGoogle {
  provider: GenericOAuthConfig
  handle: (request: Request) => Promise<Response>
}

const clientId = 'development'
const callback = '/api/auth/callback/google'
const suggestedAccounts = [
  { name: 'Dana Reed', email: 'dana.reed@example.com' },
  { name: 'Milo Okafor', email: 'milo.okafor@example.com' },
]

/** OAuth 2 authorization code flow with PKCE (RFC 7636). It signs in as any email: never use it in production. */
export function createFakeGoogle(secret: string, path: string, origins: readonly string[]): FakeGoogle {
  const key = new TextEncoder().encode(secret)
  return {
    provider: {
      providerId: 'google',
      clientId,
      authorizationUrl: new URL(path, origins[0]).href,
      tokenUrl: new URL(`${path}/token`, origins[0]).href,
      scopes: ['openid', 'email', 'profile'],
      pkce: true,
      async getToken({ code, codeVerifier }) {
        const { payload } = await jwtVerify(code, key, { audience: clientId })
        if (payload.challenge !== createChallenge(codeVerifier ?? '')) throw new Error('PKCE challenge does not match')
        return { accessToken: code }
      },
      async getUserInfo({ accessToken }) {
        const { payload } = await jwtVerify(accessToken ?? '', key, { audience: clientId })
        const email = String(payload.email)
        return { id: email, email, emailVerified: true, name: String(payload.name) }
      },
    },
    async handle(request) {
      const url = new URL(request.url)
      const target = URL.parse(url.searchParams.get('redirect_uri') ?? '')
      if (!target || !origins.includes(target.origin) || target.pathname !== callback) {
        return new Response('No page of this shop asks for an account here.', { status: 400 })
      }
      const form = request.method === 'POST' ? await request.formData().catch(() => new FormData()) : new FormData()
      const email = normalizeEmail(String(form.get('email') ?? ''))
      if (!isEmail(email)) return renderChooser(url)
      const name = suggestedAccounts.find(each => each.email === email)?.name ?? email.split('@')[0] ?? email
      const code = await new SignJWT({ email, name, challenge: url.searchParams.get('code_challenge') })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(clientId)
        .setExpirationTime('1m')
        .sign(key)
      target.searchParams.set('code', code)
      target.searchParams.set('state', url.searchParams.get('state') ?? '')
      return new Response(null, { status: 303, headers: { location: target.href } })
    },
  }
}

const createChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 12vh auto; padding: 0 1rem; color-scheme: light dark; }
form { display: grid; gap: 0.5rem; margin-top: 1rem; }
button, input { font: inherit; padding: 0.6rem 0.8rem; border: 1px solid #8888; border-radius: 6px; text-align: start; }
label { display: grid; gap: 0.25rem; }
`

function renderChooser(url: URL): Promise<Response> {
  const body = html`<p>Local development sign-in (not Google).</p>
      <form method="post" action="${url.pathname + url.search}">
        ${suggestedAccounts.map(({ name, email }) => html`<button name="email" value="${email}">${name} &lt;${email}&gt;</button>`)}
      </form>
      <form method="post" action="${url.pathname + url.search}">
        <label>Another account <input name="email" type="email" required placeholder="you@example.com" /></label>
        <button>Continue</button>
      </form>`
  return renderDevPage('Choose an account', style, body)
}
