import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { getApp } from '@firebase/app'
import { GoogleAuthProvider, getAuth, signInWithCredential } from '@firebase/auth'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import {
  acceptsUnsignedTokens,
  createFirebaseIdentity,
  createFirebaseKeySet,
  createProviderLookup,
} from '#providers/identity/firebase.ts'
import { type IdentityToolkit, startIdentityToolkit } from '#test/fakes/identity-toolkit.ts'
import { findFreePort } from '#test/free-port.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { decodeClaims, type IdentityScenario, openFirebase } from './providers.ts'

describe('Firebase’s ID tokens', () => {
  let scenario: IdentityScenario
  let toolkit: IdentityToolkit
  before(async () => {
    toolkit = await startIdentityToolkit()
    scenario = await openFirebase(toolkit)
  })
  after(async () => {
    await scenario.shop.app.close()
    toolkit.close()
  })
  const email = 'ida@example.com'
  const options = { projectId: 'demo-shop', adminEmails: [], findProviders: async () => [], now: () => new Date() }
  const buildClaims = (others: Record<string, unknown> = {}): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    const issued = { iat: now, auth_time: now, exp: now + 3600 }
    const { aud, iss } = { aud: 'demo-shop', iss: 'https://securetoken.google.com/demo-shop' }
    return { aud, iss, sub: 'u1', ...issued, email, email_verified: true, name: 'Ida', ...others }
  }
  const exchangeToken = (token: string) => {
    return scenario.shop.createClient(token).issueAccessToken({ params: { email }, body: { email } })
  }
  const getExpiry = () => Math.floor(Date.now() / 1000) + 600

  test('an ID token of the project is accepted', async () => {
    assert.equal(decodeClaims((await exchangeToken(await toolkit.sign(buildClaims()))).token).name, 'Ida')
  })

  for (const [what, others] of [
    ['with the audience of another project', { aud: 'other-shop' }],
    ['with the issuer of another project', { iss: 'https://securetoken.google.com/other-shop' }],
    ['with issuer and audience of another project', { aud: 'other', iss: 'https://securetoken.google.com/other' }],
    ['that has expired', { exp: getExpiry() - 601 }],
    ['without expiry', { exp: undefined }],
    ['of a sign-in in the future', { auth_time: getExpiry() }],
    ['without the time of the sign-in', { auth_time: undefined }],
    ['without an email', { email: undefined }],
    ['without a subject', { sub: '' }],
  ] as const) {
    test(`an ID token ${what} is refused`, async () => {
      await assertRefused(exchangeToken(await toolkit.sign(buildClaims(others))), 'sign_in_required')
    })
  }

  test('a token that Firebase’s key did not sign is refused', async () => {
    const [header = '', , signature = ''] = (await toolkit.sign(buildClaims({ email: 'mallory@example.com' }))).split(
      '.',
    )
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const { keys } = await (await fetch(`${toolkit.origin}/${published}`)).json()
    const publicKey = await importJWK(keys[0], alg)
    const pem = new TextEncoder().encode(publicKey instanceof Uint8Array ? '' : await exportSPKI(publicKey))
    const own = await generateKeyPair('RS256')
    const signToken = (header: { alg: string; kid?: string }, key: CryptoKey | Uint8Array) =>
      new SignJWT(buildClaims()).setProtectedHeader(header).sign(key)
    const forged = {
      'unsigned, for another project': new UnsecuredJWT(buildClaims({ aud: 'other-shop' })).encode(),
      'unsigned, with a signature': `${new UnsecuredJWT(buildClaims()).encode()}x`,
      'signed with the public key as a secret': await signToken({ alg: 'HS256', kid }, pem),
      'signed with a key of one’s own': await signToken({ alg, kid }, own.privateKey),
      'signed with a key that nobody published': await signToken({ alg, kid: 'other' }, own.privateKey),
      'changed after it was signed': `${header}.${Buffer.from(JSON.stringify(buildClaims())).toString('base64url')}.${signature}`,
      'no token': 'nonsense',
    }
    for (const [how, token] of Object.entries(forged)) {
      await assert.doesNotReject(assertRefused(exchangeToken(token), 'sign_in_required'), how)
    }
  })

  test('the emulator’s unsigned tokens are accepted from the emulator of a demo project, if their claims are right', async () => {
    const encode = (others = {}) => new UnsecuredJWT(buildClaims(others)).encode()
    assert.equal(decodeClaims((await exchangeToken(encode())).token).name, 'Ida')
    for (const others of [
      { aud: 'other-shop' },
      { iss: 'https://securetoken.google.com/other-shop' },
      { exp: getExpiry() - 601 },
      { exp: undefined },
      { auth_time: getExpiry() },
    ])
      await assertRefused(exchangeToken(encode(others)), 'sign_in_required')
  })

  test('unsigned tokens fail everywhere else', async t => {
    const emulator = 'http://127.0.0.1:9099'
    assert.ok(acceptsUnsignedTokens('demo', 'demo-shop', emulator))
    assert.ok(acceptsUnsignedTokens('development', 'demo-shop', emulator))
    assert.ok(!acceptsUnsignedTokens('production', 'demo-shop', emulator))
    assert.ok(!acceptsUnsignedTokens('demo', 'demo-shop', undefined))
    assert.ok(!acceptsUnsignedTokens('demo', 'shop', emulator))
    const headers = new Headers({ authorization: `Bearer ${new UnsecuredJWT(buildClaims()).encode()}` })
    const keys = createFirebaseKeySet(toolkit.origin)
    const strict = createFirebaseIdentity({ ...options, keys })
    assert.equal(await strict.identify(headers), undefined)
    const embedded = await openShop()
    t.after(() => embedded.app.close())
    const client = embedded.createClient(new UnsecuredJWT(buildClaims()).encode())
    await assertRefused(client.issueAccessToken({ params: { email }, body: { email } }), 'sign_in_required')
    await assertRefused(client.listOrders({}), 'token_invalid')
  })

  test('an access token of the shop proves nothing', async () => {
    const { token } = await exchangeToken(await toolkit.sign(buildClaims()))
    await assertRefused(exchangeToken(token), 'sign_in_required')
  })

  test('a token without a name is named after its email, and a picture that is not an https URL is dropped', async () => {
    const token = await toolkit.sign(buildClaims({ name: undefined, picture: 'javascript:alert(1)' }))
    const { name, picture } = decodeClaims((await exchangeToken(token)).token)
    assert.deepEqual([name, picture], ['ida', null])
  })

  test('a token tells when its owner signed in, and verifies no email unless it says so', async () => {
    const identity = createFirebaseIdentity({ ...options, keys: createFirebaseKeySet(toolkit.origin) })
    const signedInAt = new Date('2026-01-02T03:04:05Z')
    for (const claim of [true, false, undefined]) {
      const claims = buildClaims({ email_verified: claim, auth_time: signedInAt.getTime() / 1000 })
      const headers = new Headers({ authorization: `Bearer ${await toolkit.sign(claims)}` })
      const identified = await identity.identify(headers)
      assert.deepEqual([identified?.emailVerified, identified?.signedInAt], [claim === true, signedInAt])
    }
    assert.equal(await identity.identify(new Headers()), undefined)
    assert.equal(await identity.identify(new Headers({ authorization: `Basic ${email}` })), undefined)
  })

  test('a Google sign-in has a verified email, a name and an image', async () => {
    const { getAccessToken, shop } = scenario
    const picture = 'https://lh3.googleusercontent.com/a/first'
    const google = { sub: '1', email: 'first@example.com', email_verified: true, name: 'Fay First', picture }
    await signInWithCredential(getAuth(getApp()), GoogleAuthProvider.credential(JSON.stringify(google)))
    const token = await getAccessToken(google.email)
    assert.deepEqual([decodeClaims(token).name, decodeClaims(token).picture], ['Fay First', picture])
    const { admin } = await shop.createClient(token).isAdmin({ params: { email: google.email } })
    assert.equal(admin, true)
  })

  test('an account of ADMIN_EMAILS is admin only where Google, with that email, is its one way to sign in', async () => {
    const owner = 'owner@example.com'
    const google = { providerId: 'google.com', email: owner }
    const token = await toolkit.sign(buildClaims({ email: owner }))
    const findVerifiedAt = async (providers: { providerId: string; email?: string }[]) => {
      const identity = createFirebaseIdentity({
        ...options,
        keys: createFirebaseKeySet(toolkit.origin),
        adminEmails: [owner],
        findProviders: async () => providers,
      })
      return (await identity.identify(new Headers({ authorization: `Bearer ${token}` })))?.emailVerifiedAt
    }
    assert.ok(await findVerifiedAt([google]))
    for (const providers of [
      [],
      [{ providerId: 'password', email: owner }],
      [google, { providerId: 'password', email: owner }],
      [{ providerId: 'google.com', email: 'mallory@example.com' }],
      [{ providerId: 'google.com' }],
      [google, { providerId: 'phone' }],
    ])
      assert.equal(await findVerifiedAt(providers), undefined, JSON.stringify(providers))
    const unreachable = createProviderLookup('key', `http://127.0.0.1:${await findFreePort()}`)
    assert.deepEqual(await unreachable(token), [])
  })

  test('unavailable keys are reported as an unavailable provider', async () => {
    const broken = createServer((_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
    const port = await findFreePort()
    const headers = new Headers({ authorization: `Bearer ${await toolkit.sign(buildClaims())}` })
    const identify = (emulatorOrigin: string) =>
      createFirebaseIdentity({ ...options, keys: createFirebaseKeySet(emulatorOrigin) }).identify(headers)
    const address = broken.address()
    await assertRefused(identify(`http://127.0.0.1:${port}`), 'identity_unavailable')
    await assertRefused(
      identify(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
      'identity_unavailable',
    )
    broken.close()
  })

  test('without an emulator, Google is asked for its keys and for the ways of signing in', async t => {
    const asked: string[] = []
    t.mock.method(globalThis, 'fetch', async (address: string) => {
      asked.push(address)
      return Response.json({ keys: [] })
    })
    const identity = createFirebaseIdentity({ ...options, keys: createFirebaseKeySet(undefined) })
    const headers = new Headers({ authorization: `Bearer ${await toolkit.sign(buildClaims())}` })
    assert.equal(await identity.identify(headers), undefined)
    assert.deepEqual(await createProviderLookup('our-key', undefined)('token'), [])
    assert.deepEqual(asked, [
      `https://${published}`,
      'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=our-key',
    ])
  })

  test('the routes of the embedded provider and its account chooser are absent', async () => {
    const { request } = scenario.shop
    const response = await request('/api/auth/get-session')
    assert.deepEqual([response.status, (await response.json()).code], [404, 'call_unknown'])
    assert.equal((await request('/dev/google')).status, 404)
  })
})

const published = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
