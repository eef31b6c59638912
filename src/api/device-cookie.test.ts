import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceCookies } from './device-cookie.ts'

const ada = { email: 'ada@example.com', passwordVersion: 'v1' }
const [first, second] = ['a secret', 'the secret before'] as const

/** The headers of a browser that has this cookie among others. */
const send = (cookie: string) => new Headers({ cookie: `theme=dark;${cookie.split(';')[0]}; lang=en` })

test('a cookie is for a year, for no script and no other site, and only over HTTPS where the shop has it', () => {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000'
  assert.match(createDeviceCookies([first], false).createCookie(ada), new RegExp(`^device=[^;]+; ${attributes}$`))
  assert.match(
    createDeviceCookies([first], true).createCookie(ada),
    new RegExp(`^__Host-device=[^;]+; ${attributes}; Secure$`),
  )
})

test('a browser keeps its id, which is one for its email and password only', () => {
  const cookies = createDeviceCookies([first], false)
  const cookie = cookies.createCookie(ada, 'b1')
  assert.equal(cookies.findTrustedDevice(send(cookie), ada), 'b1')
  assert.equal(cookies.findTrustedDevice(send(cookie), { ...ada, email: 'eve@example.com' }), undefined)
  assert.equal(cookies.findTrustedDevice(send(cookie), { ...ada, passwordVersion: 'v2' }), undefined)
  assert.notEqual(cookies.createCookie(ada), cookies.createCookie(ada))
})

test('a cookie of the secret before is read, and new ones are of the present one', () => {
  const [present, before] = [createDeviceCookies([first, second], false), createDeviceCookies([second], false)]
  assert.equal(present.findTrustedDevice(send(before.createCookie(ada, 'b1')), ada), 'b1')
  assert.equal(before.findTrustedDevice(send(present.createCookie(ada, 'b1')), ada), undefined)
})

test('what is no cookie of the shop is none', () => {
  const cookies = createDeviceCookies([first], false)
  const signature = cookies.createCookie(ada, 'b1').split(';')[0]?.split('.')[1] ?? ''
  for (const cookie of [
    '',
    'device=',
    'device=b1',
    `device=b2.${signature}`,
    `device=.${signature}`,
    `other=b1.${signature}`,
  ])
    assert.equal(cookies.findTrustedDevice(send(cookie), ada), undefined, cookie)
})
