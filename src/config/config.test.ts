import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, getOrigins, type Mode, readConfig } from './config.ts'
import { settingNames } from './environment.ts'

const createFolder = () => mkdtempSync(join(tmpdir(), 'ironmonger-config-'))

function readProblems(environment: Record<string, string>, mode: Mode = 'demo'): string {
  try {
    readConfig({ DATA_DIR: createFolder(), ...environment }, mode)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return assert.fail('no problem found')
}

test('an empty environment is a demo shop on this machine', () => {
  const config = readConfig({ DATA_DIR: createFolder() }, 'demo')
  assert.equal(config.port, 3000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.settings.storeName, 'Big Wholesale')
  assert.deepEqual(getOrigins(config, 3000), ['http://127.0.0.1:3000', 'http://localhost:3000'])
  assert.deepEqual([config.trustedProxies, config.rateLimits], [0, true])
  assert.ok(Object.isFrozen(config))
})

test('an invalid value is reported in a sentence', () => {
  assert.equal(readProblems({ PORT: 'abc' }), 'PORT must be a port number from 0 to 65535.')
  assert.equal(readProblems({ PORT: '70000' }), 'PORT must be a port number from 0 to 65535.')
  assert.equal(readProblems({ PUBLIC_URL: 'shop' }), 'PUBLIC_URL must be a URL like https://shop.example.')
  assert.equal(readProblems({ ADMIN_EMAILS: 'me' }), 'ADMIN_EMAILS must be email addresses with commas between them.')
  assert.equal(readProblems({ ALLOW_SANDBOX: 'all' }), 'ALLOW_SANDBOX may name only database, payments, images, mail.')
  assert.match(readProblems({ DATABASE_URL: 'mysql://a:b@c/d' }), /^DATABASE_URL must be a URL like postgres:/)
  const DATABASE_DIRECT_URL = 'postgres://shop@localhost/shop'
  assert.match(readProblems({ DATABASE_DIRECT_URL }), /^DATABASE_DIRECT_URL needs DATABASE_URL/)
  assert.match(readProblems({ SECRET: 'short' }), /^SECRET must be at least 32 characters/)
  assert.equal(readProblems({ TRUSTED_PROXIES: 'all' }), 'TRUSTED_PROXIES must be a number from 0 to 9.')
  assert.equal(readProblems({ RATE_LIMITS: 'no' }), 'RATE_LIMITS must be on or off.')
  assert.match(
    readProblems({ SECRET_BEFORE: `${'x'.repeat(32)}, short` }),
    /^SECRET_BEFORE must be at least 32 characters/,
  )
  assert.match(readProblems({ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.co' }), /^SMTP_URL must be a URL like smtps:/)
  assert.match(readProblems({ SMTP_URL: 'smtp://mail.example' }), /^SMTP_URL and MAIL_FROM go together/)
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_b',
    STRIPE_WEBHOOK_SECRET: 'whsec_c',
  }
  for (const name of Object.keys(stripe)) {
    assert.match(readProblems({ ...stripe, [name]: '' }), new RegExp(`^STRIPE_.* go together: ${name} is missing\\.$`))
    assert.match(
      readProblems({ ...stripe, [name]: 'secret-of-mine' }),
      new RegExp(`^${name} must be a (key|secret) like`),
    )
    assert.doesNotMatch(readProblems({ ...stripe, [name]: 'secret-of-mine' }), /secret-of-mine/)
  }
  assert.match(readProblems({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_a' }), /different modes/)
  assert.match(readProblems({ OIDC_ISSUER: 'https://x.example' }), /^OIDC_ISSUER and OIDC_CLIENT_ID and .* go together/)
  for (const issuer of ['x', 'http://login.example.com', 'ftp://x'])
    assert.match(readProblems({ OIDC_ISSUER: issuer }), /^OIDC_ISSUER must be a URL like/)
  assert.match(readProblems({ GOOGLE_CLIENT_ID: 'x' }), /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together/)
})

const s3 = {
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com/',
  S3_BUCKET: 'shop-images',
  S3_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG',
}
const readImageHost = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: createFolder(), ...environment }, 'demo').images

test('images go to S3 or imgbb where configured, else into files', () => {
  const bucket = {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'shop-images',
    region: undefined,
    accessKeyId: s3.S3_ACCESS_KEY_ID,
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    publicUrl: 'https://s3.eu-central-1.amazonaws.com/shop-images',
  }
  assert.deepEqual(readImageHost({ S3_BUCKET: '' }), { s3: undefined, imgbb: undefined })
  assert.deepEqual(readImageHost(s3), { s3: bucket, imgbb: undefined })
  const [region, publicUrl] = ['eu-central-1', 'https://images.shop.example/a']
  assert.deepEqual(readImageHost({ ...s3, S3_REGION: region, S3_PUBLIC_URL: `${publicUrl}/` }).s3, {
    ...bucket,
    region,
    publicUrl,
  })
  const imgbb = { key: '0a1b', endpoint: 'https://api.imgbb.com/1/upload' }
  assert.deepEqual(readImageHost({ IMGBB_KEY: '0a1b' }), { s3: undefined, imgbb })
  const endpoint = 'http://127.0.0.1:9/1/upload'
  assert.deepEqual(readImageHost({ IMGBB_KEY: '0a1b', IMGBB_ENDPOINT: endpoint }).imgbb, { ...imgbb, endpoint })
})

test('missing settings of an image host are named, and two image hosts are refused', () => {
  for (const name of Object.keys(s3)) {
    assert.equal(readProblems({ ...s3, [name]: '' }), `Images in S3 also need ${name}.`)
  }
  const all = 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'
  assert.equal(readProblems({ S3_REGION: 'auto' }), `Images in S3 also need ${all}.`)
  assert.equal(readProblems({ S3_PUBLIC_URL: 'https://a.example' }), `Images in S3 also need ${all}.`)
  assert.equal(readProblems({ IMGBB_ENDPOINT: 'https://a.example' }), 'Images on imgbb also need IMGBB_KEY.')
  assert.equal(
    readProblems({ ...s3, IMGBB_KEY: '0a1b' }),
    'Images go to S3 or to imgbb: unset the settings of one of them.',
  )
})

test('the settings of one CDN go together', () => {
  const fastly = { FASTLY_SERVICE_ID: 'abc', FASTLY_API_TOKEN: 'token-1' }
  assert.deepEqual(readConfig({ ...fastly, CDN_PURGE_SECONDS: '9' }, 'demo').cdn, {
    fastly: { serviceId: 'abc', token: 'token-1', origin: undefined },
    cloudflare: undefined,
    varnish: undefined,
    purgeIntervalMs: 9_000,
  })
  assert.match(readProblems({ FASTLY_SERVICE_ID: 'abc' }), /FASTLY_API_TOKEN is missing/)
  assert.match(readProblems({ CLOUDFLARE_API_TOKEN: 'abc' }), /CLOUDFLARE_ZONE_ID is missing/)
  assert.match(readProblems({ ...fastly, VARNISH_URLS: 'http://10.0.0.5:6081' }), /^One CDN is purged/)
  assert.match(readProblems({ VARNISH_URLS: 'http://10.0.0.5, nowhere' }), /^VARNISH_URLS must be URLs like/)
})

test('a malformed setting of an image host is named in a sentence that does not repeat it', () => {
  const wrong = {
    S3_ENDPOINT: [
      's3.example',
      'ftp://s3.example',
      'https://user:hush@s3.example',
      'https://s3.example?hush',
      'https://a:99999',
    ],
    S3_BUCKET: ['hush/hush', 'Hush', 'hu', '../hush', 'hush hush'],
    S3_REGION: ['Hush', 'eu/hush', 'hush '],
    S3_ACCESS_KEY_ID: ['hush hush', 'hush\n', 'hüsh'],
    S3_SECRET_ACCESS_KEY: ['hush hush', 'hush\n', 'hüsh'],
    S3_PUBLIC_URL: [
      'hush',
      'https://hush@s3.example',
      'https://s3.example/#hush',
      'https://s3.example/a b',
      '//s3.example',
    ],
    IMGBB_KEY: ['hush&name=x', 'hush hush', 'hush\n'],
    IMGBB_ENDPOINT: ['hush', 'https://api.imgbb.com/1/upload?key=hush', 'https://hush@api.imgbb.com', 'file:///hush'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const problem = readProblems({ ...s3, [name]: value })
      assert.match(problem, new RegExp(`^${name} must be [^\\n]+\\.$`), value)
      assert.doesNotMatch(problem, /hush/i)
    }
  }
})

test('new passwords are checked, and emails verified, in production by default, and elsewhere when configured', () => {
  const environment = {
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://shop.example',
    TRUSTED_PROXIES: '1',
    ALLOW_SANDBOX: 'database,payments,images,mail',
  }
  const readPasswordChecks = (mode: 'demo' | 'production', CHECK_PASSWORDS = '') =>
    readConfig({ DATA_DIR: createFolder(), ...environment, CHECK_PASSWORDS }, mode).checkPasswords
  assert.deepEqual([readPasswordChecks('production'), readPasswordChecks('production', 'off')], [true, false])
  assert.deepEqual([readPasswordChecks('demo'), readPasswordChecks('demo', 'on')], [false, true])
  const requires = (mode: 'demo' | 'production', REQUIRE_VERIFIED_EMAIL = '') =>
    readConfig({ DATA_DIR: createFolder(), ...environment, REQUIRE_VERIFIED_EMAIL }, mode).rules.requiresVerifiedEmail
  assert.deepEqual([requires('production'), requires('demo'), requires('demo', 'on')], [true, false, true])
})

test('all problems are reported at once', () => {
  assert.equal(readProblems({ PORT: 'x', SECRET: 'short', PUBLIC_URL: 'y' }).split('\n').length, 3)
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  const together = readProblems({ DATA_DIR: file, PROCESSES: '2', GOOGLE_CLIENT_ID: 'x', S3_REGION: 'auto' }).split(
    '\n',
  )
  assert.deepEqual(
    together.map(problem => problem.split(' ')[0]),
    ['PROCESSES', 'GOOGLE_CLIENT_ID', 'Images', 'DATA_DIR'],
  )
})

test('a DATA_DIR that can’t be written to is named', () => {
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  assert.match(readProblems({ DATA_DIR: join(file, 'below') }), /^DATA_DIR .+ can't be written to \(ENOTDIR\)\.$/)
})

test('production names everything that is missing, and refuses embedded services that ALLOW_SANDBOX does not name', () => {
  const missing = readProblems({}, 'production').split('\n')
  assert.deepEqual(
    missing.slice(0, 3),
    ['SECRET', 'PUBLIC_URL', 'TRUSTED_PROXIES'].map(name => `${name} is missing.`),
  )
  for (const name of ['database', 'payments', 'images', 'mail']) {
    assert.ok(missing.some(problem => problem.includes(`ALLOW_SANDBOX=${name}`)))
  }
  const environment = {
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://shop.example/',
    TRUSTED_PROXIES: '0',
    ALLOW_SANDBOX: 'database,payments,images,mail',
  }
  const standIn = { ...environment, STRIPE_API_ORIGIN: 'http://127.0.0.1:1' }
  assert.match(readProblems(standIn, 'production'), /^STRIPE_API_ORIGIN is for tests/)
  assert.deepEqual(getOrigins(readConfig({ DATA_DIR: createFolder(), ...environment }, 'production'), 3000), [
    'https://shop.example',
  ])
  const unlimited = { ...environment, RATE_LIMITS: 'off' }
  assert.equal(readProblems(unlimited, 'production'), 'RATE_LIMITS=off is for tests; production keeps its limits.')
  const others = { ...environment, ALLOW_SANDBOX: 'database,payments,mail' }
  assert.match(readProblems(others, 'production'), /^S3_ENDPOINT or IMGBB_KEY is missing; ALLOW_SANDBOX=images/)
  for (const real of [s3, { IMGBB_KEY: '0a1b' }]) {
    assert.ok(readConfig({ DATA_DIR: createFolder(), ...others, ...real }, 'production'))
  }
  assert.equal(
    readProblems({ ...others, S3_BUCKET: 'shop' }, 'production'),
    'Images in S3 also need S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
  )
})

test('production refuses settings that are safe for a test only, each in a sentence', () => {
  const production = {
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://shop.example',
    TRUSTED_PROXIES: '0',
    ALLOW_SANDBOX: 'database,mail',
  }
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_b',
    STRIPE_WEBHOOK_SECRET: 'whsec_c',
  }
  const testKeys = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_b' }
  const safe = { ...production, ...stripe, IMGBB_KEY: '0a1b' }
  const read = (change: Record<string, string>) =>
    readConfig({ DATA_DIR: createFolder(), ...safe, ...change }, 'production')
  assert.ok(read({}))
  assert.equal(
    readProblems({ ...safe, PUBLIC_URL: 'http://shop.example' }, 'production'),
    'PUBLIC_URL must begin with https:, except on localhost.',
  )
  for (const host of ['localhost', '127.0.0.1', '[::1]']) assert.ok(read({ PUBLIC_URL: `http://${host}:3000` }))
  assert.equal(
    readProblems({ ...safe, ...testKeys }, 'production'),
    'STRIPE_SECRET_KEY is of test mode, which charges nobody; ALLOW_SANDBOX=payments allows it.',
  )
  assert.ok(read({ ...testKeys, ALLOW_SANDBOX: 'database,mail,payments' }))
  const plainHost = { IMGBB_ENDPOINT: 'http://images.example/1/upload' }
  assert.equal(
    readProblems({ ...safe, ...plainHost }, 'production'),
    'IMGBB_ENDPOINT must begin with https:; ALLOW_SANDBOX=images allows http:.',
  )
  assert.ok(read({ ...plainHost, ALLOW_SANDBOX: 'database,mail,images' }))
  assert.equal(readProblems({ ...safe, TRUSTED_PROXIES: '' }, 'production'), 'TRUSTED_PROXIES is missing.')
})

test('production requires TLS of mail servers, except on this machine', () => {
  const production = {
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://shop.example',
    TRUSTED_PROXIES: '0',
    ALLOW_SANDBOX: 'database,payments,images',
    MAIL_FROM: 'a@b.co',
  }
  const requiresTls = (SMTP_URL: string, mode: Mode = 'production') =>
    readConfig({ DATA_DIR: createFolder(), ...production, SMTP_URL }, mode).smtp?.requireTls
  assert.equal(requiresTls('smtp://mail.example:587'), true)
  assert.equal(requiresTls('smtp://127.0.0.1:25'), false)
  assert.equal(requiresTls('smtps://mail.example'), false)
  assert.equal(requiresTls('smtp://mail.example:587', 'demo'), false)
})

test('a demo shop makes itself a secret that only its owner reads, and keeps it', () => {
  const dataDir = createFolder()
  const [first, second] = [readConfig({ DATA_DIR: dataDir }, 'demo'), readConfig({ DATA_DIR: dataDir }, 'demo')]
  assert.equal(first.secretFor('x'), second.secretFor('x'))
  assert.notEqual(first.secretFor('x'), first.secretFor('y'))
  assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
})

test('.env.example explains every setting and no other', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z\d_]+)=/gm)].map(match => match[1])
  assert.deepEqual(named.toSorted(), settingNames.toSorted())
})
