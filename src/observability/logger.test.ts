import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCpuMs } from '#test/cpu-time.ts'
import { createLogger, runWithRequestId } from './logger.ts'

test('lines below the minimum level are dropped, others carry the id of their request', () => {
  const lines: string[] = []
  const log = createLogger(line => lines.push(line), 'info')
  runWithRequestId('the one', () => {
    log('debug', 'ignored')
    log('info', 'logged', { code: 'order_paid' })
  })
  log('error', 'outside')
  const [logged, outside] = lines.map(line => JSON.parse(line))
  assert.deepEqual(
    { ...logged, time: '' },
    { time: '', level: 'info', event: 'logged', request: 'the one', code: 'order_paid' },
  )
  assert.ok(!Number.isNaN(Date.parse(logged.time)))
  assert.deepEqual(outside, { time: outside.time, level: 'error', event: 'outside' })
  assert.ok(lines.length === 2 && lines.every(line => line.endsWith('}')))
})

test('errors are logged with their stack, without email addresses and query values', () => {
  const lines: string[] = []
  const log = createLogger(line => lines.push(line))
  const refused = Object.assign(new Error('invalid input: "Marked"'), { severity: 'ERROR', code: '22P02' })
  const query = Object.assign(new Error('Failed: Marked', { cause: refused }), {
    query: 'select $1',
    params: ['Marked'],
  })
  log('error', 'failed', { error: query })
  log('error', 'failed', { reason: query })
  log('info', 'failed', { error: new Error('550 no such mailbox <Rita.Moss+shop@mail.example.co>') })
  assert.ok(
    lines.every(line => !line.includes('Marked') && !line.includes('Rita')),
    lines.join('\n'),
  )
  for (const line of lines.slice(0, 2)) assert.match(line, /"query":"select \$1".*"code":"22P02".*logger\.test\.ts/)
  assert.match(lines[2] ?? '', /mailbox <\[email\]>.*logger\.test\.ts/)
})

test('a hostile text is logged in linear time', async () => {
  const log = createLogger(() => {})
  for (const text of [
    'a'.repeat(100_000),
    'a@'.repeat(50_000),
    `a@${'b.'.repeat(50_000)}`,
    `a@${'b'.repeat(100_000)}`,
  ]) {
    const cpuMs = await measureCpuMs(() => log('info', 'refused', { text }))
    assert.ok(cpuMs < 500, text.slice(0, 10))
  }
})
