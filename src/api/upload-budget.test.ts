import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#shop/accounts/accounts.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { withDeadline } from '#test/wait-until.ts'
import { createUploadBudget } from './upload-budget.ts'

const million = 1_000_000
const sender = (id: string, role: Account['role'] = 'customer') => ({ id, role }) as Account

/** Some bytes arrive at once, the rest when `end` is called. */
function createSlowRequest(bytes: number) {
  const rest = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes > 0) {
          controller.enqueue(new Uint8Array(bytes))
          bytes = 0
          return
        }
        arrived.resolve()
        await rest.promise
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { request, arrived: arrived.promise, end: rest.resolve }
}

test('received uploads are limited per account, for all customers and, apart from these, for all admins', async () => {
  const uploads = createUploadBudget()
  const readSize = async (body: Buffer) => body.length
  const start = (id: string, bytes: number) => {
    const slow = createSlowRequest(bytes)
    return { ...slow, done: uploads(slow.request, sender(id), readSize) }
  }
  const accounts = ['a', 'b', 'c', 'd', 'e']
  const started = accounts.flatMap(id => [start(id, 10 * million), start(id, 9 * million)])
  for (const { arrived } of started) await arrived
  for (const tooMuch of [start('a', 2 * million), start('f', 6 * million)])
    await assertRefused(withDeadline(tooMuch.done, 'the refusal', 10_000), 'busy')
  const trickling = start('f', 1)
  await trickling.arrived
  const startImport = (id: string) => {
    const slow = createSlowRequest(20 * million)
    return { ...slow, done: uploads(slow.request, sender(id, 'admin'), readSize) }
  }
  const imports = ['boss', 'boss', 'partner'].map(startImport)
  for (const { arrived } of imports) await arrived
  await assertRefused(withDeadline(startImport('partner').done, 'the refusal', 10_000), 'busy')

  for (const { end, done } of [...started, trickling, ...imports]) {
    end()
    await done
  }
  const again = start('f', 10 * million)
  again.end()
  assert.equal(await again.done, 10 * million)
})

test('a failed or aborted upload frees its budget', async () => {
  const uploads = createUploadBudget()
  const fail = () => {
    const { request, end } = createSlowRequest(15 * million)
    end()
    return uploads(request, sender('a'), () => Promise.reject(new Error('unreadable')))
  }
  for (let count = 0; count < 3; count++) await assert.rejects(fail(), { message: 'unreadable' })
  const leave = () => {
    const body = new ReadableStream({ start: controller => controller.error(new Error('gone')) })
    const request = new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit)
    return uploads(request, sender('a'), async () => {})
  }
  for (let count = 0; count < 3; count++) await assertRefused(leave(), 'invalid_input')
})

test('slow uploads of an account do not block those of another', async t => {
  const shop = await openShop()
  t.after(shop.app.close)
  const [slow, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const upload = ({ token }: { token: string }, body: BodyInit) =>
    shop.request('/api/images/upload', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': '1000',
      },
      body,
      duplex: 'half',
    } as RequestInit)
  const slowRequests = Array.from({ length: 12 }, () => createSlowRequest(10))
  const slowAnswers = slowRequests.map(({ request }) => upload(slow, request.body ?? ''))
  for (const { arrived } of slowRequests) await arrived
  assert.equal((await upload(other, '--edge--')).status, 400)
  for (const { end } of slowRequests) end()
  for (const { status } of await Promise.all(slowAnswers)) assert.equal(status, 400)
})
