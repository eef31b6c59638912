import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeChanges } from './action-changes.ts'

test('the fields of what is added are listed', () => {
  const after = { name: 'Adze', image: '/a.webp', price: 12.5, available: 1234, minimum: 10, description: 'Sharp.' }
  const text = 'name Adze, image, price $12.50, available 1,234, minimum 10, description'
  assert.equal(describeChanges({ before: {}, after }, 'USD'), text)
  assert.equal(describeChanges({ before: {}, after: {} }, 'USD'), '')
})

test('a change lists its fields from old to new, and says of long ones only that they changed', () => {
  const change = (before: object, after: object) => describeChanges({ before, after }, 'USD')
  assert.equal(
    change({ price: 12, available: 0 }, { price: 15, available: 1000 }),
    'price $12.00 → $15.00, available 0 → 1,000',
  )
  assert.equal(change({ description: 'Blunt.' }, { description: 'Sharp.' }), 'description changed')
  assert.equal(change({ social: {} }, { social: { x: 'https://x' } }), 'social changed')
  assert.equal(change({ priceBreaks: [] }, { priceBreaks: [{ from: 20, price: 9 }] }), 'price breaks changed')
  assert.equal(
    change({ sku: 'A-1', unitLabel: '', discontinued: false }, { sku: 'A-2', unitLabel: 'carton', discontinued: true }),
    'SKU A-1 → A-2, unit label none → carton, discontinued no → yes',
  )
  assert.equal(
    change(
      { footerEntry: null, sellerAddress: '1 Mill Lane' },
      { footerEntry: 'About us', sellerAddress: '2 Mill\nEly' },
    ),
    'footer entry none → About us, seller address 1 Mill Lane → 2 Mill, Ely',
  )
  assert.equal(
    change({ companyRole: 'buyer', amount: 500 }, { companyRole: 'viewer', amount: null }),
    'company role buyer → viewer, amount $500.00 → none',
  )
  assert.equal(change({}, { refunded: 12, heldUntil: null }), 'refunded $12.00, held until none')
})
