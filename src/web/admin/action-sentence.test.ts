import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import { describeAction } from './action-sentence.ts'

function describe(action: AdminAction['action'], subject: string, more: Partial<AdminAction> = {}): string {
  const time = '2026-01-02T03:04:05.678Z'
  const subjects = { subjectId: '', orderNumber: null, buyerEmail: null }
  const row = { _id: '', actorEmail: 'ada@example.com', ...subjects, before: {}, after: {}, time }
  return describeAction({ ...row, action, subject, ...more })
}

test('each action is a sentence', () => {
  const rita = 'rita@example.com'
  assert.equal(describe('promote', rita), 'made rita@example.com an admin')
  assert.equal(describe('promote', rita, { actorEmail: null }), 'made rita@example.com an admin, as ADMIN_EMAILS says')
  assert.equal(describe('demote', rita), 'took the admin role from rita@example.com')
  const buyerEmail = rita
  assert.equal(describe('deliver', 'Adze', { buyerEmail }), 'delivered the order of Adze by rita@example.com')
  assert.equal(describe('cancel_order', 'Adze', { buyerEmail }), 'cancelled the order of Adze by rita@example.com')
  assert.equal(describe('delete_tool', 'Adze'), 'took Adze out of the catalogue')
  const after = { name: 'Adze', image: '/a.webp', price: 12.5, available: 1234, minimum: 10, description: 'Sharp.' }
  assert.equal(describe('add_tool', 'Adze', { after }), 'added Adze: price $12.50, available 1,234, minimum 10')
})

test('a change of a page lists what became of its title, its address, its place in the footer and its text', () => {
  const before = { title: 'About', slug: 'about', footerEntry: null, published: false }
  const after = { title: 'About us', slug: 'about-us', footerEntry: 'About us' as const, published: true }
  assert.equal(
    describe('update_page', 'About', { before, after: { ...after, bodyLength: 1234 } }),
    'changed the page About: title from About to About us, address from about to about-us, ' +
      'footer entry from none to About us, published, a new text of 1,234 characters',
  )
  assert.equal(
    describe('update_page', 'About us', { before: after, after: before }),
    'changed the page About us: title from About us to About, address from about-us to about, ' +
      'footer entry from About us to none, no longer published',
  )
  assert.equal(describe('delete_page', 'About us'), 'deleted the page About us')
})

test('a change lists every changed field, and no other', () => {
  const change = (before: AdminAction['before'], after: AdminAction['after']) =>
    describe('update_tool', 'Adze', { before, after })
  assert.equal(
    change({ price: 12, available: 0 }, { price: 15, available: 1000 }),
    'changed Adze: price from $12.00 to $15.00, available from 0 to 1,000',
  )
  assert.equal(
    change({ name: 'Adze', minimum: 10 }, { name: 'Axe', minimum: 1 }),
    'changed Adze: name from Adze to Axe, minimum from 10 to 1',
  )
  assert.equal(
    change({ image: '/a.webp', description: 'Blunt.' }, { image: '/b.webp', description: 'Sharp.' }),
    'changed Adze: a new picture, a new description',
  )
  assert.equal(
    change({ sku: 'A-1', increment: 1, unitLabel: '' }, { sku: 'A-2', increment: 24, unitLabel: 'carton of 24' }),
    'changed Adze: SKU from A-1 to A-2, pieces per pack from 1 to 24, pack label from none to carton of 24',
  )
  assert.equal(change({ priceBreaks: [] }, { priceBreaks: [{ from: 20, price: 9 }] }), 'changed Adze: new price breaks')
})
