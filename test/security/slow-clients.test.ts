import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createDataFolder } from '#test/databases.ts'
import { type RunningServer, startServer, stopAll } from '#test/server-process.ts'
import { withDeadline } from '#test/wait-until.ts'

let server: RunningServer
after(stopAll)
before(async () => {
  server = await startServer({ DATA_DIR: createDataFolder() })
})

/** A connection that sends the text, and what it hears until the server ends it. */
async function open(text: string): Promise<{ socket: Socket; heard: Promise<string> }> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('latin1').on('data', data => {
    answer += data
  })
  // A write may come after the server's end.
  socket.on('error', () => {})
  socket.write(text, 'latin1')
  return {
    socket,
    heard: withDeadline(once(socket, 'close'), 'the server closes the connection', 60_000).then(() => answer),
  }
}

const formatHost = () => `Host: 127.0.0.1:${server.port}`
const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])

test('a connection that sends nothing, or a byte of its headers a second, is closed, and others are served', async () => {
  const silent = await open('')
  const headers = await open(`GET / HTTP/1.1\r\n${formatHost()}\r\n`)
  const body = await open(`POST /api/auth/sign-in/email HTTP/1.1\r\n${formatHost()}\r\nContent-Length: 50000\r\n\r\n`)
  const dripping = setInterval(() => {
    headers.socket.write('X')
    body.socket.write('{')
  }, 1_000)
  const others = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.origin}/api/tools`)))
  assert.deepEqual(new Set(others.map(answer => answer.status)), new Set([200]))
  assert.deepEqual((await Promise.all([silent.heard, headers.heard])).map(parseStatus), [408, 408])
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
  clearInterval(dripping)
  body.socket.destroy()
})

test('an image without a declared size is refused before a byte of it is read', async () => {
  const chunked = `POST /api/images/upload HTTP/1.1\r\n${formatHost()}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const { socket } = await open(chunked)
  const [answer] = await withDeadline(once(socket, 'data'), 'the server answers', 10_000)
  assert.equal(parseStatus(answer), 411)
  socket.destroy()
})

test('malformed or unusual HTTP is refused or served without harm, and the server continues', async () => {
  const close = 'Connection: close'
  const requests: Record<string, readonly [string, readonly number[]]> = {
    'headers of 20 kB': [`GET / HTTP/1.1\r\n${formatHost()}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
    '3,000 headers': [`GET / HTTP/1.1\r\n${formatHost()}\r\n${'X: y\r\n'.repeat(3_000)}\r\n`, [431]],
    'an address of 20 kB': [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${formatHost()}\r\n\r\n`, [431]],
    'no protocol': ['hello\r\n\r\n', [400]],
    'the protocol of TLS': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    'two lengths': [
      `POST /api/review HTTP/1.1\r\n${formatHost()}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      [400],
    ],
    'a length and chunks': [
      `POST /api/review HTTP/1.1\r\n${formatHost()}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      [400],
    ],
    'a chunk that is none': [
      `POST /api/review HTTP/1.1\r\n${formatHost()}\r\n${close}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
      [400, 401],
    ],
    'no host': [`GET / HTTP/1.1\r\n${close}\r\n\r\n`, [400]],
    'a host that is none': [`GET / HTTP/1.1\r\nHost: a b\\c\r\n${close}\r\n\r\n`, [200, 400]],
    'a whole address': [`GET http://evil.example/shop HTTP/1.1\r\n${formatHost()}\r\n${close}\r\n\r\n`, [200, 400]],
    'an asterisk': [`OPTIONS * HTTP/1.1\r\n${formatHost()}\r\n${close}\r\n\r\n`, [400, 404]],
    'a NUL in the path': [`GET /a\0b HTTP/1.1\r\n${formatHost()}\r\n${close}\r\n\r\n`, [400]],
    'bytes above ASCII': [`GET /\xff\xfe HTTP/1.1\r\n${formatHost()}\r\n${close}\r\n\r\n`, [400, 404]],
    TRACE: [`TRACE / HTTP/1.1\r\n${formatHost()}\r\nCookie: a=b\r\n${close}\r\n\r\n`, [404, 405]],
    'an upgrade': [
      `GET /shop HTTP/1.1\r\n${formatHost()}\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      [200],
    ],
    'another expectation': [`GET / HTTP/1.1\r\n${formatHost()}\r\nExpect: magic\r\n${close}\r\n\r\n`, [417]],
  }
  for (const [what, [text, statuses]] of Object.entries(requests)) {
    const { heard, socket } = await open(text)
    const answer = await heard
    socket.destroy()
    assert.ok(statuses.includes(parseStatus(answer)), `${what}: ${answer.slice(0, 300)}`)
    assert.doesNotMatch(answer, /node_modules|\n\s+at /, what)
  }
  const { heard } = await open(`CONNECT evil.example:443 HTTP/1.1\r\n${formatHost()}\r\n\r\n`)
  assert.equal(await heard, '')
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
})

test('a forged host gets into no cached page', async () => {
  const forged = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher'
  for (const path of ['/', '/shop?q=saw', '/allReviews', '/sitemap.xml', '/api/tools?limit=1']) {
    const { heard } = await open(`GET ${path} HTTP/1.1\r\n${forged}\r\nConnection: close\r\n\r\n`)
    assert.doesNotMatch(await heard, /evil|gopher/, path)
    assert.doesNotMatch(await (await fetch(server.origin + path)).text(), /evil|gopher/, path)
  }
})

test('a token that was mailed is in no log', async () => {
  const { origin, output } = server
  const post = (path: string, body: object) =>
    fetch(`${origin}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })
  await post('/sign-up/email', { email: 'ida@example.com', name: 'Ida', password: 'secret-7' })
  await post('/request-password-reset', { email: 'ida@example.com' })
  const mails = await (await fetch(`${origin}/dev/outbox`)).text()
  const tokens = [...mails.matchAll(/token=([\w.-]+)/g)].map(([, token = '']) => token)
  assert.ok(tokens.length >= 2)
  await fetch(`${origin}/reset-password?token=${tokens[0]}`)
  await post('/reset-password', { token: tokens[0], newPassword: 'short' })
  for (const token of tokens) assert.ok(!(output.err + output.out).includes(token))
})
