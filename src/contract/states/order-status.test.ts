import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canTakeOrderStep,
  fulfilments,
  type OrderState,
  type OrderStep,
  orderStatuses,
  toDisplayStatus,
  toOrderStatus,
} from './order-status.ts'

const time = new Date()

test('the status is cancelled, waiting for approval, unpaid, or the fulfilment', () => {
  const list = (state: OrderState, paidAt: Date | null) =>
    fulfilments.map(fulfilment => toOrderStatus({ state, approval: null, paidAt, fulfilment }))
  assert.deepEqual(list('cancelled', null), ['cancelled', 'cancelled', 'cancelled', 'cancelled'])
  for (const state of ['placed', 'confirmed'] as const)
    assert.deepEqual(list(state, null), ['unpaid', 'unpaid', 'unpaid', 'unpaid'])
  assert.deepEqual(list('confirmed', time), ['open', 'partial', 'shipped', 'closed'])
  const waiting = { approval: 'waiting', paidAt: null, fulfilment: 'open' } as const
  assert.equal(toOrderStatus({ ...waiting, state: 'placed' }), 'waiting')
  assert.equal(toOrderStatus({ ...waiting, state: 'cancelled' }), 'cancelled')
})

test('each step is allowed from certain statuses only', () => {
  const list = (step: OrderStep) => orderStatuses.filter(status => canTakeOrderStep(step, status))
  for (const step of ['pay', 'hold'] as const) assert.deepEqual(list(step), ['unpaid'])
  for (const step of ['change', 'cancel'] as const) assert.deepEqual(list(step), ['waiting', 'unpaid'])
  assert.deepEqual(list('approve'), ['waiting'])
  assert.deepEqual(list('ship'), ['open', 'partial'])
  assert.deepEqual(list('refund'), ['open', 'partial', 'shipped', 'closed'])
})

test('an order is shown as refunded once all its money, or that of all unshipped pieces, is refunded', () => {
  const show = (status: (typeof orderStatuses)[number], disputed = false) =>
    [0, 99, 100, 101].map(refundedTotal => toDisplayStatus({ status, disputed, refundedTotal, totalPrice: 100 }))
  assert.deepEqual(show('open'), ['open', 'open', 'refunded', 'refunded'])
  assert.deepEqual(show('partial'), ['partial', 'partial', 'refunded', 'refunded'])
  assert.deepEqual(show('closed'), ['closed', 'refunded', 'refunded', 'refunded'])
  for (const status of ['shipped', 'waiting', 'unpaid', 'cancelled'] as const)
    assert.deepEqual(show(status), [status, status, status, status])
  assert.deepEqual(show('shipped', true), ['disputed', 'disputed', 'disputed', 'disputed'])
})
