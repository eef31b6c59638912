import { Code } from './code.tsx'

export function UnitTests() {
  return (
    <>
      <p>
        A unit test runs one small piece of behavior in memory, without network, disk or clock, and compares the outcome
        with an expectation. The unit is a behavior, not a class: test what a caller can observe, and the inside may
        change without the test. Say this is the unit:
      </p>
      <Code label="The unit: a function for an order's total">{unit}</Code>
      <p>
        Node brings a test runner and strips the types by itself, so <code>node --test</code> needs nothing installed:
      </p>
      <Code label="Its tests, written with node:test">{tests}</Code>
      <p>Why write them:</p>
      <ul>
        <li>
          They answer in milliseconds and name the broken rule, while the change that broke it is still on the screen.
        </li>
        <li>They let you restructure code, or update a dependency, and know that the behavior has stayed.</li>
        <li>
          They reach the edges that are tedious to provoke by hand: zero, fractions, the last piece in stock, the
          refused card.
        </li>
        <li>
          They push on the design. Code that is hard to test usually hides a dependency; pass in the clock, the chance
          or the network, and it becomes easier to use as well.
        </li>
        <li>They document by example, and this documentation fails when it goes stale.</li>
      </ul>
      <p>
        They have limits. Units that pass alone may still not fit together, so keep integration tests against the real
        database and a few journeys in a real browser. A mock asserts only what you believe about the other side: use
        few. Coverage shows what never ran, not what was checked.
      </p>
      <p>
        Two habits make the difference. See every new test fail once, because a test that cannot fail proves nothing;
        and begin each bug fix with the test that reproduces the bug.
      </p>
    </>
  )
}

const unit = `// order-total.ts
export function totalCents(
  tool: { priceCents: number; minimum: number },
  quantity: number,
) {
  if (!Number.isInteger(quantity) || quantity < tool.minimum)
    throw new RangeError(\`Whole pieces, from \${tool.minimum}\`)
  return tool.priceCents * quantity
}`

const tests = `// order-total.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalCents } from './order-total.ts'

const drill = { priceCents: 15_500, minimum: 5 }

test('an order costs its quantity times the price', () => {
  assert.equal(totalCents(drill, 12), 186_000)
})

for (const quantity of [4, 0, -5, 5.5, Number.NaN])
  test(\`\${quantity} pieces are refused\`, () => {
    assert.throws(() => totalCents(drill, quantity), RangeError)
  })`
