import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeName, sanitizePictureUrl } from './database-hooks.ts'

test('a name loses control characters but keeps joiners', () => {
  assert.equal(sanitizeName('\u202eevil\u0007\r\nBcc: x@y.zz\0'), 'evilBcc: x@y.zz')
  assert.equal(sanitizeName('نام\u200cخانوادگی क्\u200dष'), 'نام\u200cخانوادگی क्\u200dष')
  assert.equal(sanitizeName('x'.repeat(300)).length, 200)
})

test('a picture must be an https URL', () => {
  const url = 'https://pictures.example/rita.jpg'
  assert.equal(sanitizePictureUrl(url), url)
  for (const text of [
    `javascript://x/${url}`,
    `${url} x`,
    'http://pictures.example/rita.jpg',
    `${url}${'x'.repeat(1000)}`,
  ])
    assert.equal(sanitizePictureUrl(text), null, text)
})
