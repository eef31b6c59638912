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

test('the status is cancelled, unpaid, or the fulfilment', () => {
  const list = (state: OrderState, paidAt: Date | null) =>
    fulfilments.map(fulfilment => toOrderStatus({ state, paidAt, fulfilment }))
  assert.deepEqual(list('cancelled', null), ['cancelled', 'cancelled', 'cancelled', 'cancelled'])
  for (const state of ['placed', 'confirmed'] as const)
    assert.deepEqual(list(state, null), ['unpaid', 'unpaid', 'unpaid', 'unpaid'])
  assert.deepEqual(list('confirmed', time), ['open', 'partial', 'shipped', 'closed'])
})

test('each step is allowed from certain statuses only', () => {
  const list = (step: OrderStep) => orderStatuses.filter(status => canTakeOrderStep(step, status))
  for (const step of ['pay', 'change', 'hold', 'cancel'] as const) assert.deepEqual(list(step), ['unpaid'])
  assert.deepEqual(list('ship'), ['open', 'partial'])
  assert.deepEqual(list('refund'), ['open', 'partial', 'shipped', 'closed'])
})

test('an order is shown as refunded once all its money, or that of all unshipped pieces, is refunded', () => {
  const show = (status: (typeof orderStatuses)[number], disputed = false) =>
    [0, 99, 100, 101].map(refundedTotal => toDisplayStatus({ status, disputed, refundedTotal, totalPrice: 100 }))
  assert.deepEqual(show('open'), ['open', 'open', 'refunded', 'refunded'])
  assert.deepEqual(show('partial'), ['partial', 'partial', 'refunded', 'refunded'])
  assert.deepEqual(show('closed'), ['closed', 'refunded', 'refunded', 'refunded'])
  for (const status of ['shipped', 'unpaid', 'cancelled'] as const)
    assert.deepEqual(show(status), [status, status, status, status])
  assert.deepEqual(show('shipped', true), ['disputed', 'disputed', 'disputed', 'disputed'])
})
