import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil, withDeadline } from './wait-until.ts'

test('polls until the condition holds', async () => {
  let polls = 0
  await waitUntil(() => ++polls === 3, 'three polls are made')
  assert.equal(polls, 3)
})

test('rejects after the deadline, also while the condition is pending', async () => {
  const timedOut = { message: 'Timed out after 1 ms waiting until pigs fly' }
  await assert.rejects(
    waitUntil(() => false, 'pigs fly', 1),
    timedOut,
  )
  await assert.rejects(
    waitUntil(() => new Promise(() => {}), 'pigs fly', 1),
    timedOut,
  )
  await assert.rejects(withDeadline(new Promise(() => {}), 'pigs fly', 1), timedOut)
})

test('passes errors of the condition on', async () => {
  await assert.rejects(
    waitUntil(() => Promise.reject(new Error('broken')), 'it is mended'),
    { message: 'broken' },
  )
})
