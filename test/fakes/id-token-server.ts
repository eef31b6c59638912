import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { oidcClient } from '#test/fakes/oidc-server.ts'
import { listen } from '#test/listen.ts'

/** A provider of OpenID Connect that answers each code with the tokens and the user info that a test has chosen. */
export async function startIdTokenServer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const replies: Record<string, unknown> = {
    '/jwks': { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] },
  }
  const server = await listen((request, response) => {
    const reply = replies[request.url ?? '']
    response.writeHead(reply ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(reply ?? {}))
  })
  const issuer = server.url
  replies['/.well-known/openid-configuration'] = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  }
  return {
    issuer,
    /** Claims that are undefined are left out. */
    sign: (claims: JWTPayload) =>
      new SignJWT({
        iss: issuer,
        aud: oidcClient.clientId,
        sub: crypto.randomUUID(),
        name: 'Mara Voss',
        iat: Math.floor(Date.now() / 1000),
        exp: Math.floor(Date.now() / 1000) + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .sign(privateKey),
    answer(idToken: string | undefined, userInfo?: object) {
      replies['/token'] = { access_token: 'a', token_type: 'Bearer', ...(idToken && { id_token: idToken }) }
      replies['/userinfo'] = userInfo
    },
    close: server.close,
  }
}
