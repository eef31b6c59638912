import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

export const oidcClient = { clientId: 'shop', clientSecret: 'secret-of-the-shop' }

const page = `<!doctype html><html lang="en"><title>Acme Works</title><link rel="icon" href="data:,"><form method="post">
  <label>Work email <input name="login"></label><button>Log in</button><button name="cancel" value="1">Cancel</button></form>`

/**
 * A server of OpenID Connect at its issuer's address, of a firm whose people log in by their email alone. It vouches for an email
 * that begins with 'verified', and names none for a login without '@'.
 */
export function startOidcServer(issuer: string, shop: string): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${shop}/api/auth/callback/oidc`],
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        name: 'Mara Voss',
        ...(login.includes('@') && { email: login }),
        ...(login.startsWith('verified') && { email_verified: true }),
      }),
    }),
    // Nobody is asked what the shop may read.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: oidc.account?.accountId ?? '', clientId: oidcClient.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.setHeader('content-type', 'text/html').end(page)
    const form = new URLSearchParams(await text(request))
    const result = form.has('cancel') ? { error: 'access_denied' } : { login: { accountId: form.get('login') ?? '' } }
    await provider.interactionFinished(request, response, result)
  }
  const handle = provider.callback()
  const server = createServer((request, response) =>
    request.url?.startsWith('/interaction/') ? interact(request, response) : handle(request, response),
  )
  const { port, hostname } = new URL(issuer)
  const { promise, resolve } = Promise.withResolvers<Server>()
  server.listen(Number(port), hostname, () => resolve(server))
  return promise
}
