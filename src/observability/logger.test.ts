import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger, runWithRequestId } from './logger.ts'

test('a line is as grave as its level says, and belongs to the request it was written in', () => {
  const lines: string[] = []
  const log = createLogger(line => lines.push(line), 'info')
  runWithRequestId('the one', () => {
    log('debug', 'unseen')
    log('info', 'seen', { code: 'order_paid' })
  })
  log('error', 'outside')
  const [seen, outside] = lines.map(line => JSON.parse(line))
  assert.deepEqual(
    { ...seen, time: '' },
    { time: '', level: 'info', event: 'seen', request: 'the one', code: 'order_paid' },
  )
  assert.deepEqual([outside.event, outside.request, lines.length], ['outside', undefined, 2])
})

test('errors are told with their stack, but without email addresses and what was typed into a query', () => {
  const lines: string[] = []
  const log = createLogger(line => lines.push(line))
  const refused = Object.assign(new Error('invalid input: "Marked"'), { severity: 'ERROR', code: '22P02' })
  const query = Object.assign(new Error('Failed: Marked', { cause: refused }), {
    query: 'select $1',
    params: ['Marked'],
  })
  log('error', 'failed', { error: query })
  log('info', 'failed', { error: new Error('550 no such mailbox <Rita.Moss+shop@mail.example.co>') })
  assert.ok(
    lines.every(line => !line.includes('Marked') && !line.includes('Rita')),
    lines.join('\n'),
  )
  assert.match(lines[0] ?? '', /"query":"select \$1".*"code":"22P02".*log\.test\.ts/)
  assert.match(lines[1] ?? '', /mailbox <\[email\]>.*log\.test\.ts/)
})
