import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeName } from './claims.ts'

test('a name has no characters that change how others are read, and keeps the joiners of its script', () => {
  assert.equal(sanitizeName('\u202eevil\u0007\r\nBcc: x@y.zz\0'), 'evilBcc: x@y.zz')
  assert.equal(sanitizeName('نام\u200cخانوادگی क्\u200dष'), 'نام\u200cخانوادگی क्\u200dष')
  assert.equal(sanitizeName('x'.repeat(300)).length, 200)
})
