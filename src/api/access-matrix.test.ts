import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { refusals } from '#contract/refusals.ts'
import { type Column, columns, type Row, rows } from '#test/access/calls.ts'
import { createAccessFixture } from '#test/access/fixture.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const access = prepare(() => createAccessFixture(shop))

const isReply = ({ expected: ends }: Row, column: Column) => ends[column] === 'reply'

test('every call has a row in the matrix', () => {
  assert.deepEqual(Object.keys(rows).toSorted(), Object.keys(operations).toSorted())
})

/** Ids of the catalogue and of everybody's pages name nothing of an account. */
const sharedIds: readonly OperationId[] = ['getTool', 'setCartLine', 'addToCart', 'removeCartLine']

test('a call that takes an id answers nobody but its owner and admins', () => {
  for (const [name, { expected }] of Object.entries(rows) as [OperationId, Row][]) {
    const { access, params, body }: Endpoint = endpoints[name]
    const fields = [params, body].flatMap(part => (part && 'shape' in part ? Object.keys(part.shape as object) : []))
    const takesId = fields.some(field => field !== 'taxId' && /^id$|Id$|^email$/.test(field))
    if (access === 'public' || !takesId || sharedIds.includes(name)) continue
    assert.notEqual(expected.other, 'reply', name)
    assert.notEqual(expected.anonymous, 'reply', name)
  }
})

for (const [name, row] of Object.entries(rows) as [OperationId, Row][]) {
  describe(name, () => {
    // Refusals first: they change nothing, so the fixture can be reused.
    for (const column of columns.toSorted((one, other) => Number(isReply(row, one)) - Number(isReply(row, other)))) {
      const wanted = row.expected[column]
      test(`${column}: ${wanted}`, async () => {
        const fixture = await access.prepare(row)
        const status = wanted === 'reply' ? 200 : refusals[wanted][0]
        const before = wanted === 'reply' ? undefined : await access.readContents()
        assert.deepEqual(await access.callAs(row, column, fixture), { end: wanted, status })
        if (before) assert.deepEqual(await access.readContents(), before)
        else if (parseOperation(operations[name]).method !== 'GET') await access.reset()
      })
    }
  })
}
