import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, type Mode, originsOf, readConfig, settings } from './config.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'ironmonger-config-'))

function problems(environment: Record<string, string>, mode: Mode = 'demo'): string {
  try {
    readConfig({ DATA_DIR: folder(), ...environment }, mode)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return assert.fail('no problem found')
}

test('an empty environment is a demo shop on this machine', () => {
  const config = readConfig({ DATA_DIR: folder() }, 'demo')
  assert.equal(config.port, 3000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.storeName, 'Big Wholesale')
  assert.deepEqual(originsOf(config, 3000), ['http://127.0.0.1:3000', 'http://localhost:3000'])
  assert.ok(Object.isFrozen(config))
})

test('a value that makes no sense is named in a sentence', () => {
  assert.equal(problems({ PORT: 'abc' }), 'PORT must be a port number from 0 to 65535.')
  assert.equal(problems({ PORT: '70000' }), 'PORT must be a port number from 0 to 65535.')
  assert.equal(problems({ PUBLIC_URL: 'shop' }), 'PUBLIC_URL must be an address like https://shop.example.')
  assert.equal(problems({ ADMIN_EMAILS: 'me' }), 'ADMIN_EMAILS must be email addresses with commas between them.')
  assert.equal(problems({ ALLOW_SANDBOX: 'all' }), 'ALLOW_SANDBOX may name only database, payments, images, mail.')
  assert.match(problems({ DATABASE_URL: 'mysql://a:b@c/d' }), /^DATABASE_URL must be an address like postgres:/)
  assert.match(problems({ SECRET: 'short' }), /^SECRET must be at least 32 characters/)
  assert.match(problems({ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.co' }), /^SMTP_URL must be an address like smtps:/)
  assert.match(problems({ SMTP_URL: 'smtp://mail.example' }), /^SMTP_URL and MAIL_FROM go together/)
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_a',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_b',
    STRIPE_WEBHOOK_SECRET: 'whsec_c',
  }
  for (const name of Object.keys(stripe)) {
    assert.match(problems({ ...stripe, [name]: '' }), new RegExp(`^STRIPE_.* go together: ${name} is missing\\.$`))
    assert.match(problems({ ...stripe, [name]: 'secret-of-mine' }), new RegExp(`^${name} must be a (key|secret) like`))
    assert.doesNotMatch(problems({ ...stripe, [name]: 'secret-of-mine' }), /secret-of-mine/)
  }
  assert.match(problems({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_a' }), /different modes/)
  assert.match(problems({ GOOGLE_CLIENT_ID: 'x' }), /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together/)
})

test('all problems are told at once', () => {
  assert.equal(problems({ PORT: 'x', SECRET: 'short', PUBLIC_URL: 'y' }).split('\n').length, 3)
})

test('a DATA_DIR that can’t be written to is named', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  assert.match(problems({ DATA_DIR: join(file, 'below') }), /^DATA_DIR .+ can't be written to \(ENOTDIR\)\.$/)
})

test('production names everything that is missing, and runs on no sandbox that is not allowed', () => {
  const missing = problems({}, 'production').split('\n')
  assert.deepEqual(missing.slice(0, 2), ['SECRET is missing.', 'PUBLIC_URL is missing.'])
  for (const name of ['database', 'payments', 'images', 'mail']) {
    assert.ok(missing.some(problem => problem.includes(`ALLOW_SANDBOX=${name}`)))
  }
  const environment = {
    SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://shop.example/',
    ALLOW_SANDBOX: 'database,payments,images,mail',
  }
  const standIn = { ...environment, STRIPE_API_ORIGIN: 'http://127.0.0.1:1' }
  assert.match(problems(standIn, 'production'), /^STRIPE_API_ORIGIN is for tests/)
  assert.deepEqual(originsOf(readConfig({ DATA_DIR: folder(), ...environment }, 'production'), 3000), [
    'https://shop.example',
  ])
})

test('a demo shop makes itself a secret that only its owner reads, and keeps it', () => {
  const dataDir = folder()
  const [first, second] = [readConfig({ DATA_DIR: dataDir }, 'demo'), readConfig({ DATA_DIR: dataDir }, 'demo')]
  assert.equal(first.secretFor('x'), second.secretFor('x'))
  assert.notEqual(first.secretFor('x'), first.secretFor('y'))
  assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
})

test('.env.example explains every setting and no other', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(match => match[1])
  assert.deepEqual(named.toSorted(), settings.toSorted())
})
