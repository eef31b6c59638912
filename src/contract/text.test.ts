import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './text.ts'

test('an email holds word characters, @, a domain of letters or underscore, a dot, and 2 to 20 letters', () => {
  const good = [
    'a@b.co',
    ' Rita.Moss+shop@example.com ',
    'x_1@my_shop.example',
    'a@mail.example.co.uk',
    `a@b.${'c'.repeat(20)}`,
  ]
  const bad = ['', 'plain', '@b.co', 'a@b', 'a@b.c', 'a b@c.com', 'a@1.com', 'a@b.1x', 'a@.com', 'a@b c.com']
  assert.deepEqual(
    good.filter(email => !isEmail(email)),
    [],
  )
  assert.deepEqual(bad.filter(isEmail), [])
})

test('checking an email takes no longer for a hostile one', () => {
  const started = process.hrtime.bigint()
  isEmail(`${'a'.repeat(100_000)}@${'b'.repeat(100_000)}!`)
  assert.ok(process.hrtime.bigint() - started < 1_000_000_000n)
})
