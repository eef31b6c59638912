import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { withDeadline } from '#test/wait-until.ts'
import { createHttpServer } from './http-server.ts'

async function open(listener: RequestListener, options?: Parameters<typeof createHttpServer>[1]) {
  const server = createHttpServer(listener, options)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : assert.fail('no port') }
}

const request = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'

test('a connection that does not read its response is closed, and one that does is not', async t => {
  const body = Buffer.alloc(50_000_000)
  const { server, port } = await open((_, response) => response.end(body), { stalledTimeoutMs: 300 })
  t.after(() => server.close())
  const client = connect(port, '127.0.0.1').pause()
  t.after(() => client.destroy())
  const [ofServer] = await once(server, 'connection')
  client.write(request)
  await withDeadline(once(ofServer, 'close'), 'the server closes the connection', 10_000)
  assert.equal((await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer()).byteLength, body.length)
})

test('an idle connection stays open for longer than proxies keep it', async t => {
  const { server, port } = await open((_, response) => response.end('ok'))
  t.after(() => server.close())
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  assert.equal(headers.get('keep-alive'), 'timeout=75')
})

test('a connection that sends many requests without waiting is closed; a few are answered', async t => {
  let answered = 0
  const { server, port } = await open((_, response) => {
    answered += 1
    setImmediate(() => response.end('ok'))
  })
  t.after(() => server.close())
  const send = async (count: number) => {
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    let heard = ''
    client.setEncoding('utf8').on('data', text => {
      heard += text
    })
    client.end(request.repeat(count))
    await withDeadline(new Promise(resolve => client.on('close', resolve)), 'the connection ends', 10_000)
    return heard.split('200 OK').length - 1
  }
  assert.equal(await send(8), 8)
  assert.ok((await send(700)) < 9)
  assert.ok(answered < 20, `${answered} requests reached the shop`)
})
