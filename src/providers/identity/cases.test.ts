import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { getApp } from '@firebase/app'
import { applyActionCode, GoogleAuthProvider, getAuth, signInWithCredential } from '@firebase/auth'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { createClient } from '#contract/client.ts'
import { type IdentityToolkit, settingsFor, startIdentityToolkit } from '#test/fakes/identity-toolkit.ts'
import { freePort } from '#test/free-port.ts'
import { openShop, origin, refused, type TestShop } from '#test/open-shop.ts'
import { createEmbeddedIdentityClient } from '#web/session/embedded-identity-client.ts'
import { createFirebaseIdentityClient as firebaseInBrowser } from '#web/session/firebase-identity-client.ts'
import type { IdentityClient } from '#web/session/identity-client.ts'
import { createFirebaseIdentity, createFirebaseKeySet } from './firebase.ts'

/** A shop with an identity provider, and a browser that uses both. */
interface Provider {
  shop: TestShop
  browser: IdentityClient
  /** Exchanges the browser's proof for an access token of that email's account. */
  enter: (email: string) => Promise<string>
  /** How many mails the provider has sent there. */
  mails: (email: string) => Promise<number>
  /** Follows the link in the newest verification mail. */
  verify: (email: string) => Promise<void>
  /** The token in the newest reset mail. */
  resetToken: (email: string) => Promise<string>
  says: { wrong: string; taken: string; weak: string; spent: string }
}

const adminEmails = ['owner@example.com', 'first@example.com']
const settings = { ADMIN_EMAILS: adminEmails.join(',') }
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

let shop: TestShop
let toolkit: IdentityToolkit
const providers: Partial<Record<'embedded' | 'firebase', Provider>> = {}

before(async () => {
  shop = await openShop(settings)
  toolkit = await startIdentityToolkit()
  providers.embedded = openEmbedded()
  providers.firebase = await openFirebase()
})
after(async () => {
  for (const provider of Object.values(providers)) await provider.shop.store.close()
  toolkit.close()
})

function openEmbedded(): Provider {
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', origin)
    request.headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const response = await shop.store.fetch(request)
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  const linkTo = async (email: string, subject: RegExp) =>
    new URL(/https?:\S+/.exec(await mailTo(email, subject))?.[0] ?? '')
  return {
    shop,
    browser: createEmbeddedIdentityClient(origin, send),
    enter: email => enter((path, init) => send(`${origin}/api${path}`, init), email),
    mails: async email => (await mailsTo(email)).length,
    async verify(email) {
      const response = await send(await linkTo(email, /^Verify your email/))
      assert.equal(response.headers.get('location'), '/verified')
    },
    async resetToken(email) {
      const link = await linkTo(email, /^Set a new password/)
      assert.equal(link.origin + link.pathname, `${origin}/reset-password`)
      return link.searchParams.get('token') ?? ''
    },
    says: {
      wrong: 'Invalid email or password',
      taken: 'User already exists. Use another email.',
      weak: 'Password too short',
      spent: 'Invalid token',
    },
  }
}

/** The Firebase SDK as it is, in Node, with a stand-in for Google's servers. */
async function openFirebase(): Promise<Provider> {
  const shop = await openShop({ ...settings, ...settingsFor(toolkit.origin) })
  const browser = firebaseInBrowser(shop.store.settings.firebase ?? assert.fail('no settings'))
  const code = (email: string, requestType: string) =>
    toolkit.codes.findLast(each => each.email === email && each.requestType === requestType)?.oobCode ?? ''
  return {
    shop,
    browser,
    async enter(email) {
      const proof = await browser.proof()
      const authorization = proof && { authorization: `Bearer ${proof}` }
      return enter((path, init) => {
        const headers = { 'content-type': 'application/json', ...authorization }
        return shop.request(`/api${path}`, { ...init, headers })
      }, email)
    },
    mails: async email => toolkit.codes.filter(each => each.email === email).length,
    verify: email => applyActionCode(getAuth(getApp()), code(email, 'VERIFY_EMAIL')),
    resetToken: async email => code(email, 'PASSWORD_RESET'),
    says: {
      wrong: 'Firebase: Error (auth/invalid-credential).',
      taken: 'Firebase: Error (auth/email-already-in-use).',
      weak: 'Firebase: Password should be at least 6 characters (auth/weak-password).',
      spent: 'Firebase: Error (auth/invalid-action-code).',
    },
  }
}

async function enter(send: (path: string, init: RequestInit) => Promise<Response>, email: string): Promise<string> {
  const { token } = await createClient(send).issueAccessToken({ params: { email }, body: { email } })
  return token
}

for (const name of ['embedded', 'firebase'] as const) {
  describe(name, () => {
    let provider: Provider
    before(() => {
      provider = providers[name] ?? assert.fail('not open')
    })
    const isAdmin = async (email: string) => {
      const client = provider.shop.clientOf(await provider.enter(email))
      return (await client.isAdmin({ params: { email } })).admin
    }

    test('whoever signs up is signed in, under the name that was given', async () => {
      await provider.browser.signUp('Rita Moss', 'rita@example.com', 'secret-7')
      assert.equal(await provider.browser.email(), 'rita@example.com')
      assert.equal(claimsOf(await provider.enter('rita@example.com')).name, 'Rita Moss')
    })

    test('a first admin is one only when the email is verified', async () => {
      await provider.browser.signUp('Olga Owner', 'owner@example.com', 'secret-7')
      assert.equal(await isAdmin('owner@example.com'), false)
      await provider.verify('owner@example.com')
      assert.equal(await isAdmin('owner@example.com'), true)
    })

    test('an account of a verified email is open to nobody who has not verified it', async () => {
      const email = `${name}-before@example.com`
      await provider.shop.store.shop.db.execute(
        `insert into accounts (email, name, role, email_verified) values ('${email}', 'Ada', 'admin', true)`,
      )
      await provider.browser.signUp('Mallory', email, 'secret-7')
      await refused(provider.enter(email), 'email_unverified')
      await provider.verify(email)
      assert.equal(await isAdmin(email), true)
    })

    test('a link to verify an email is sent again on demand', async () => {
      const email = 'again@example.com'
      await provider.browser.signUp('Ada', email, 'secret-7')
      await provider.browser.sendVerification(email)
      assert.equal(await provider.mails(email), 2)
      await provider.verify(email)
    })

    test('a wrong password and an unknown email get the same answer', async () => {
      await provider.browser.signUp('Ada', 'known@example.com', 'secret-7')
      const message = provider.says.wrong
      await assert.rejects(provider.browser.signIn('known@example.com', 'wrong-password'), { message })
      await assert.rejects(provider.browser.signIn('nobody@example.com', 'wrong-password'), { message })
    })

    test('a taken email and a password under six characters are refused', async () => {
      const { taken, weak } = provider.says
      await provider.browser.signUp('Ada', 'taken@example.com', 'secret-7')
      await assert.rejects(provider.browser.signUp('Bo', 'taken@example.com', 'secret-8'), { message: taken })
      await assert.rejects(provider.browser.signUp('Bo', 'weak@example.com', '12345'), { message: weak })
      await assert.rejects(provider.browser.signIn('weak@example.com', '12345'), { message: provider.says.wrong })
    })

    test('nobody gets a token for somebody else’s email', async () => {
      await provider.browser.signUp('Mallory', 'mallory@example.com', 'secret-7')
      await refused(provider.enter('rita@example.com'), 'not_yours')
    })

    test('who signs out and in again has the same account', async () => {
      const email = 'back@example.com'
      await provider.browser.signUp('Ada', email, 'secret-7')
      const before = claimsOf(await provider.enter(email))
      await provider.browser.signOut()
      assert.equal(await provider.browser.email(), undefined)
      await refused(provider.enter(email), 'sign_in_required')
      await provider.browser.signIn(email, 'secret-7')
      assert.equal(claimsOf(await provider.enter(email)).sub, before.sub)
    })

    test('a reset mail sets a new password once and ends every session', async () => {
      const { browser, says } = provider
      const email = 'forgetful@example.com'
      await browser.signUp('Ada', email, 'secret-7')
      await browser.sendPasswordReset(email)
      const token = await provider.resetToken(email)
      await browser.setPassword(token, 'other-8')
      await refused(provider.enter(email), 'sign_in_required')
      await assert.rejects(browser.setPassword(token, 'third-9'), { message: says.spent })
      await assert.rejects(browser.signIn(email, 'secret-7'), { message: says.wrong })
      await browser.signIn(email, 'other-8')
      assert.ok(await provider.enter(email))
    })

    test('asking for a reset tells nobody which emails exist, and sends none to strangers', async () => {
      await provider.browser.sendPasswordReset('stranger@example.com')
      assert.equal(await provider.mails('stranger@example.com'), 0)
    })

    test('a name is kept short enough for a token', async () => {
      await provider.browser.signUp('n'.repeat(5000), 'long@example.com', 'secret-7')
      assert.equal(claimsOf(await provider.enter('long@example.com')).name.length, 200)
    })
  })
}

describe('Firebase’s ID tokens', () => {
  const email = 'ida@example.com'
  const claims = (others: Record<string, unknown> = {}): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    const issued = { iat: now, auth_time: now, exp: now + 3600 }
    const { aud, iss } = { aud: 'demo-shop', iss: 'https://securetoken.google.com/demo-shop' }
    return { aud, iss, sub: 'u1', ...issued, email, email_verified: true, name: 'Ida', ...others }
  }
  const enterBy = (token: string) => {
    const client = providers.firebase?.shop.clientOf(token) ?? assert.fail('not open')
    return client.issueAccessToken({ params: { email }, body: { email } })
  }
  const soon = () => Math.floor(Date.now() / 1000) + 600

  test('an ID token of the project is taken', async () => {
    assert.equal(claimsOf((await enterBy(await toolkit.sign(claims()))).token).name, 'Ida')
  })

  for (const [what, others] of [
    ['for another project', { aud: 'other-shop' }],
    ['of another project', { iss: 'https://securetoken.google.com/other-shop' }],
    ['of another project through and through', { aud: 'other', iss: 'https://securetoken.google.com/other' }],
    ['that has expired', { exp: soon() - 601 }],
    ['without an end', { exp: undefined }],
    ['of a sign-in that is yet to come', { auth_time: soon() }],
    ['without the time of the sign-in', { auth_time: undefined }],
    ['without an email', { email: undefined }],
    ['of nobody', { sub: '' }],
  ] as const) {
    test(`an ID token ${what} is refused`, async () => {
      await refused(enterBy(await toolkit.sign(claims(others))), 'sign_in_required')
    })
  }

  test('a token that Firebase’s key did not sign is refused', async () => {
    const [header = '', , signature = ''] = (await toolkit.sign(claims({ email: 'mallory@example.com' }))).split('.')
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const { keys } = await (await fetch(`${toolkit.origin}/${published}`)).json()
    const publicKey = await importJWK(keys[0], alg)
    const pem = new TextEncoder().encode(publicKey instanceof Uint8Array ? '' : await exportSPKI(publicKey))
    const own = await generateKeyPair('RS256')
    const signed = (header: { alg: string; kid?: string }, key: CryptoKey | Uint8Array) =>
      new SignJWT(claims()).setProtectedHeader(header).sign(key)
    const forged = {
      unsigned: new UnsecuredJWT(claims()).encode(),
      'signed with the public key as a secret': await signed({ alg: 'HS256', kid }, pem),
      'signed with a key of one’s own': await signed({ alg, kid }, own.privateKey),
      'signed with a key that nobody published': await signed({ alg, kid: 'other' }, own.privateKey),
      'changed after it was signed': `${header}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.${signature}`,
      'no token': 'nonsense',
    }
    for (const [how, token] of Object.entries(forged)) {
      await assert.doesNotReject(refused(enterBy(token), 'sign_in_required'), how)
    }
  })

  test('an access token of the shop proves nothing', async () => {
    const { token } = await enterBy(await toolkit.sign(claims()))
    await refused(enterBy(token), 'sign_in_required')
  })

  test('a token without a name is named after its email, and a picture is one of the web', async () => {
    const token = await toolkit.sign(claims({ name: undefined, picture: 'javascript:alert(1)' }))
    const { name, picture } = claimsOf((await enterBy(token)).token)
    assert.deepEqual([name, picture], ['ida', null])
  })

  test('who signs in with Google has a verified email, a name and a picture', async () => {
    const { enter, shop } = providers.firebase ?? assert.fail('not open')
    const picture = 'https://lh3.googleusercontent.com/a/first'
    const google = { sub: '1', email: 'first@example.com', email_verified: true, name: 'Fay First', picture }
    await signInWithCredential(getAuth(getApp()), GoogleAuthProvider.credential(JSON.stringify(google)))
    const token = await enter(google.email)
    assert.deepEqual([claimsOf(token).name, claimsOf(token).picture], ['Fay First', picture])
    const { admin } = await shop.clientOf(token).isAdmin({ params: { email: google.email } })
    assert.equal(admin, true)
  })

  test('keys that can’t be had are the sign-in service’s fault, not the token’s', async () => {
    const broken = createServer((_, response) => response.writeHead(500).end()).listen(0, '127.0.0.1')
    const port = await freePort()
    const headers = new Headers({ authorization: `Bearer ${await toolkit.sign(claims())}` })
    const now = () => new Date()
    const identify = (emulatorOrigin: string) =>
      createFirebaseIdentity({ projectId: 'demo-shop', keys: createFirebaseKeySet(emulatorOrigin), now }).identify(
        headers,
      )
    const address = broken.address()
    await refused(identify(`http://127.0.0.1:${port}`), 'identity_unavailable')
    await refused(
      identify(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
      'identity_unavailable',
    )
    broken.close()
  })

  test('the shop answers no calls of an identity provider of its own, and shows no account chooser', async () => {
    const { request } = providers.firebase?.shop ?? assert.fail('not open')
    const response = await request('/api/auth/get-session')
    assert.deepEqual([response.status, (await response.json()).code], [404, 'call_unknown'])
    assert.equal((await request('/dev/google')).status, 404)
  })
})

const published = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function mailsTo(recipient: string): Promise<{ subject: string; body: string }[]> {
  const mails = await shop.listMails()
  return mails.filter(mail => mail.to === recipient).reverse()
}

async function mailTo(recipient: string, subject: RegExp): Promise<string> {
  const mail = (await mailsTo(recipient)).find(row => subject.test(row.subject))
  return mail?.body ?? assert.fail(`no mail to ${recipient}`)
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

describe('the calls of the embedded provider', () => {
  test('a tampered verification link leads to a page that says so', async () => {
    const response = await shop.request('/api/auth/verify-email?token=nonsense&callbackURL=/verified')
    assert.match(response.headers.get('location') ?? '', /^\/verified\?error=/)
  })

  test('a forged Host header changes no link in a mail', async () => {
    const buyer = await shop.signUp()
    await shop.store.fetch(
      new Request('http://evil.example/api/auth/request-password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: buyer.email }),
      }),
    )
    assert.doesNotMatch(await mailTo(buyer.email, /^Set a new password/), /evil/)
  })

  test('the answer to asking for a reset is the same for an email that nobody has', async () => {
    const buyer = await shop.signUp()
    const [known, unknown] = await Promise.all(
      [buyer.email, 'nobody@example.com'].map(async email => (await post('/request-password-reset', { email })).text()),
    )
    assert.equal(known, unknown)
  })

  test('a character that the database can not keep is bad input', async () => {
    const response = await shop.request('/api/auth/reset-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'a\0b', newPassword: 'secret-8' }),
    })
    assert.deepEqual([response.status, (await response.json()).code], [400, 'invalid_input'])
  })

  test('a failure of the database is the shop’s own, and told to its log', async t => {
    const log: string[] = []
    const own = await openShop({}, { onError: event => log.push(event) })
    t.after(() => own.store.close())
    await own.store.shop.db.execute('alter table identity_verifications rename to away')
    const response = await own.request('/api/auth/reset-password/x?callbackURL=/reset-password')
    assert.deepEqual([response.status, (await response.json()).code], [500, 'internal'])
    assert.equal(log.length, 1)
  })

  test('requests from another site’s pages are refused', async () => {
    const buyer = await shop.signUp()
    const cookie = cookieOf(await post('/sign-in/email', { email: buyer.email, password: 'secret-7' }))
    const foreign = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
  })

  test('a picture is one of the web, and a name of any length does no harm', async () => {
    const email = 'pictured@example.com'
    const body = { name: 'n'.repeat(5000), email, password: 'secret-7', image: 'javascript:alert(1)' }
    assert.equal((await post('/sign-up/email', body)).status, 200)
    const { token } = await shop.logIn(email, 'secret-7')
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    assert.deepEqual([claims.name.length, claims.picture], [200, null])
    assert.equal((await post('/sign-up/email', { ...body, name: 'n'.repeat(200_000) })).status, 413)
  })

  test('Google sign-in works at the other address of the shop too', async () => {
    const local = 'http://localhost:3000'
    const start = await shop.request(`${local}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: local },
      body: JSON.stringify({ provider: 'google', callbackURL: '/signed-in' }),
    })
    const chosen = await shop.request((await start.json()).url, {
      method: 'POST',
      body: new URLSearchParams({ email: 'milo.okafor@example.com' }),
    })
    const location = chosen.headers.get('location') ?? ''
    assert.equal(new URL(location).origin, local)
    const back = await shop.request(location, { headers: { cookie: cookieOf(start) } })
    assert.equal(new URL(back.headers.get('location') ?? '', local).pathname, '/signed-in')
  })

  /** Goes through Google sign-in as a browser would, choosing that account, up to the shop's callback. */
  async function chooseAccount(email: string) {
    const start = await post('/sign-in/social', { provider: 'google', callbackURL: '/signed-in' })
    const { url } = await start.json()
    const page = await shop.request(url)
    assert.match(await page.text(), /Local development sign-in \(not Google\)/)
    const chosen = await shop.request(url, { method: 'POST', body: new URLSearchParams({ email }) })
    assert.equal(chosen.status, 303)
    const location = chosen.headers.get('location') ?? ''
    return {
      location,
      cookie: cookieOf(start),
      back: await shop.request(location, { headers: { cookie: cookieOf(start) } }),
    }
  }

  test('Google sign-in without credentials goes through the development account chooser', async () => {
    const { back, location, cookie } = await chooseAccount('dana.reed@example.com')
    assert.equal(back.status, 302)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    const session = await shop.request('/api/auth/get-session', { headers: { cookie: cookieOf(back) } })
    const { user } = await session.json()
    assert.deepEqual([user.email, user.name, user.emailVerified], ['dana.reed@example.com', 'Dana Reed', true])
    const replay = await shop.request(location, { headers: { cookie } })
    assert.match(replay.headers.get('location') ?? '', /error=/)
  })

  test('Google sign-in does not take over a local account whose email was never verified', async () => {
    const buyer = await shop.signUp()
    const { back } = await chooseAccount(buyer.email)
    assert.match(back.headers.get('location') ?? '', /error=account_not_linked/)
  })

  test('the chooser sends nobody anywhere but to the shop’s own callback', async () => {
    for (const target of ['https://evil.example/api/auth/callback/google', `${origin}/elsewhere`]) {
      const query = new URLSearchParams({ redirect_uri: target, state: 's', code_challenge: 'c' })
      const body = new URLSearchParams({ email: 'dana.reed@example.com' })
      assert.equal((await shop.request(`/dev/google?${query}`, { method: 'POST', body })).status, 400)
    }
  })
})
