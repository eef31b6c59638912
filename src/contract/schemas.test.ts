import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { AccountFilter, AccountQuery } from './schemas/accounts.ts'
import { email, id, line, requiredText, text, withShown } from './schemas/fields.ts'
import {
  AllOrdersQuery,
  BankTransfer,
  CheckOut,
  NewOrder,
  OrderDocumentParams,
  OrderQuery,
  Payment,
  PaymentIntentRequest,
} from './schemas/orders.ts'
import { AllReviewsQuery, NewReview, ReviewModeration } from './schemas/reviews.ts'
import { NewTool, ToolQuery } from './schemas/tools.ts'
import { stripInvisible } from './text.ts'

const uuid = '0198f0c5-7a31-7c55-9b0e-0a1b2c3d4e5f'

const review = { name: 'x', email: 'x@example.com', comment: 'x', rating: '5', city: 'x', img: '/images/x.jpg' }

const order = {
  toolId: uuid,
  toolName: 'Saw',
  price: 10,
  totalPrice: 120,
  quantity: '12 pieces',
  userEmail: 'x@example.com',
  userName: 'x',
  phone: '',
  address: '',
}

const specification = { name: 'Power', value: '18', unit: 'V' }
const tool = { name: 'Saw', image: '/images/x.jpg', price: 1, available: 1, minimum: 1, description: 'x' }

const priceSentence = 'The price is between 0.01 and 1,000,000.'
const stockSentence = 'The stock is a whole number from 0 to 100,000,000.'
const minimumSentence = 'The minimum order is a whole number from 1 to 1,000,000.'
const taxSentence = 'The tax is a percentage from 0 to 99.99.'
const packSentence = 'A pack has a whole number of pieces from 1 to 1,000,000.'
const breakSentence = 'A price break begins at a whole number from 2 to 100,000,000.'
const skuSentence = 'A SKU begins with a letter or digit, then has letters, digits and -._/, up to 40 characters.'
const ratingSentence = 'The rating is a number from 1 to 5, whole or a half.'
const quantitySentence = "Quantity reads '{n} pieces'."

interface Rule {
  schema: z.ZodType
  field: string
  accepted: readonly unknown[]
  refused: readonly unknown[]
  sentence?: string
  /** Valid values of the other fields. */
  rest?: object
}

const toolRule = (
  field: string,
  accepted: readonly unknown[],
  refused: readonly unknown[],
  sentence: string,
): Rule => ({
  schema: NewTool,
  rest: tool,
  field,
  accepted,
  refused,
  sentence,
})

const toLines = (...changes: object[]) =>
  changes.map((change, index) => ({ toolId: uuid.replace(/.$/, String(index)), quantity: 1, price: 10, ...change }))
const manyLines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    toolId: `${uuid.slice(0, -4)}${String(index).padStart(4, '0')}`,
    quantity: 1,
    price: 10,
  }))

const checkOutRule = (accepted: readonly unknown[], refused: readonly unknown[], sentence: string): Rule => ({
  schema: CheckOut,
  field: 'lines',
  accepted,
  refused,
  sentence,
})

const rules: Rule[] = [
  checkOutRule(
    [toLines({}), toLines({ quantity: 100_000_000 })],
    [0, -3, 1.5, 100_000_001, 'ten'].map(quantity => toLines({ quantity })),
    'The quantity is a whole number from 1 to 100,000,000.',
  ),
  checkOutRule([toLines({})], [[]], 'An order has at least one line.'),
  checkOutRule([manyLines(1000)], [manyLines(1001)], 'An order has at most 1,000 lines.'),
  checkOutRule([toLines({}, {})], [toLines({ toolId: uuid }, { toolId: uuid })], 'A tool has one line only.'),
  checkOutRule(
    [toLines({ reference: 'x'.repeat(40) })],
    [toLines({ reference: 'x'.repeat(41) })],
    'At most 40 characters, please.',
  ),
  { schema: CheckOut, rest: { lines: toLines({}) }, field: 'fromCart', accepted: [true, undefined], refused: ['true'] },
  toolRule('price', [0.01, 1_000_000], [0, 1_000_000.01, '1', Number.NaN], priceSentence),
  toolRule('available', [0, 100_000_000], [-1, 1.5, 100_000_001], stockSentence),
  toolRule('minimum', [1, 1_000_000], [0, 1.5, 1_000_001], minimumSentence),
  toolRule('increment', [1, 1_000_000, undefined], [0, 1.5, 1_000_001], packSentence),
  toolRule(
    'sku',
    ['A', '0', 'a-b.c_d/e', 'x'.repeat(40), undefined],
    ['', '-a', 'a b', 'a\nb', 'é', 'x'.repeat(41)],
    skuSentence,
  ),
  toolRule(
    'priceBreaks',
    [[], [{ from: 2, price: 0.01 }]],
    [[{ from: 1, price: 1 }], [{ from: 2.5, price: 1 }]],
    breakSentence,
  ),
  toolRule(
    'priceBreaks',
    [Array(6).fill({ from: 2, price: 1 })],
    [Array(7).fill({ from: 2, price: 1 })],
    'At most six price breaks.',
  ),
  toolRule('taxPercent', [0, 99.99, null], [-1, 100, 1.001], taxSentence),
  toolRule(
    'furtherImages',
    [[], Array(7).fill({ url: 'x', alt: '' })],
    [Array(8).fill({ url: 'x', alt: '' })],
    'At most eight images.',
  ),
  toolRule('furtherImages', [[{ url: 'x', alt: 'x'.repeat(200) }]], [[{ url: '', alt: '' }]], 'This is needed.'),
  toolRule(
    'specifications',
    [[], Array(30).fill(specification)],
    [Array(31).fill(specification)],
    'At most 30 specifications.',
  ),
  toolRule('specifications', [[specification]], [[{ ...specification, name: '' }]], 'This is needed.'),
  toolRule('name', ['x'.repeat(200)], ['x'.repeat(201)], 'At most 200 characters, please.'),
  toolRule('name', ['x'], ['', '  '], 'This is needed.'),
  toolRule('description', ['x\ny'], ['x\0y'], 'Contains an invalid character.'),
  { schema: ToolQuery, field: 'orderable', accepted: ['true', 'false'], refused: ['', 'yes'] },
  {
    schema: ToolQuery,
    field: 'sort',
    accepted: ['newest', 'oldest', 'price', '-price', 'name', '-name', 'available', '-available'],
    refused: ['', '-newest'],
  },
  {
    schema: NewOrder,
    rest: order,
    field: 'quantity',
    accepted: ['1 pieces', '123456789 pieces'],
    refused: [
      '0 pieces',
      '-1 pieces',
      '1',
      '1 piece',
      '1 pieces ',
      ' 1 pieces',
      '1.5 pieces',
      '1234567890 pieces',
      '٣ pieces',
    ],
    sentence: quantitySentence,
  },
  { schema: Payment, rest: { orderId: uuid }, field: 'transactionId', accepted: ['x'], refused: ['', undefined] },
  {
    schema: PaymentIntentRequest,
    rest: { totalPrice: 1 },
    field: 'orderId',
    accepted: [uuid, undefined],
    refused: ['1'],
  },
  { schema: PaymentIntentRequest, field: 'totalPrice', accepted: [0, 1.5], refused: [-1, '1', undefined] },
  {
    schema: AllOrdersQuery,
    field: 'state',
    accepted: ['unpaid', 'held', 'toShip', 'shipped'],
    refused: ['', 'placed', 'paid', 'disputed'],
  },
  { schema: AllOrdersQuery, field: 'problem', accepted: ['dispute', 'refundFailed'], refused: ['', 'paid'] },
  { schema: OrderQuery, field: 'state', accepted: ['unpaid', 'toShip', 'shipped'], refused: ['', 'disputed'] },
  { schema: OrderQuery, field: 'sort', accepted: ['newest', 'oldest'], refused: ['', 'userName'] },
  {
    schema: OrderDocumentParams,
    rest: { id: uuid },
    field: 'kind',
    accepted: ['proForma', 'invoice', 'deliveryNote'],
    refused: ['', 'creditNote'],
  },
  { schema: BankTransfer, field: 'reference', accepted: ['x'.repeat(100)], refused: ['', 'x'.repeat(101), undefined] },
  {
    schema: AllOrdersQuery,
    field: 'sort',
    accepted: ['newest', 'oldest', 'userName', '-userName', 'toolName', '-toolName'],
    refused: ['', 'price'],
  },
  { schema: AccountFilter, field: 'blocked', accepted: ['true', undefined], refused: ['', 'false'] },
  { schema: AccountFilter, field: 'role', accepted: ['customer', 'admin'], refused: ['', 'owner'] },
  { schema: AccountQuery, field: 'sort', accepted: ['newest', 'oldest', 'email', '-email'], refused: ['', 'name'] },
  {
    schema: NewReview,
    rest: review,
    field: 'rating',
    accepted: ['1', '1.5', '5'],
    refused: ['', '0.5', '5.5', '4.2', 'five'],
    sentence: ratingSentence,
  },
  { schema: AllReviewsQuery, field: 'state', accepted: ['shown', 'waiting', 'hidden'], refused: ['', 'deleted'] },
  { schema: AllReviewsQuery, field: 'sort', accepted: ['newest', 'oldest'], refused: ['', 'rating'] },
  { schema: AllReviewsQuery, field: 'before', accepted: [uuid, undefined], refused: ['', '1'] },
  { schema: AllReviewsQuery, field: 'limit', accepted: ['1', '500'], refused: ['0', '501', '1.5', 'x'] },
  { schema: ReviewModeration, field: 'action', accepted: ['show', 'hide'], refused: ['', 'delete'] },
]

describe('the contract takes only what its fields allow', () => {
  for (const { schema, field, accepted, refused, sentence, rest } of rules)
    test(`${field}: ${sentence ?? accepted.join(', ')}`, () => {
      const parse = (value: unknown) => schema.safeParse({ ...rest, [field]: value })
      for (const value of accepted) assert.equal(parse(value).error, undefined, JSON.stringify(value))
      for (const value of refused) {
        const [issue] = parse(value).error?.issues ?? []
        assert.equal(issue?.path[0], field, JSON.stringify(value))
        if (sentence) assert.equal(issue?.message, sentence)
      }
    })

  test('an empty price limit is ignored, and one above the maximum is the maximum', () => {
    assert.equal(ToolQuery.parse({ minPrice: '' }).minPrice, undefined)
    assert.equal(ToolQuery.parse({ maxPrice: '1e9' }).maxPrice, 1_000_000)
    assert.deepEqual(ToolQuery.parse({ minPrice: '0' }).minPrice, 0)
  })
})

test('a slug list keeps its first twenty valid slugs, without duplicates', () => {
  const names = Array.from({ length: 21 }, (_, n) => `b${n}`)
  const readBrands = (brand: string) => ToolQuery.parse({ brand }).brand
  assert.deepEqual(readBrands(names.join()), names.slice(0, 20))
  assert.deepEqual(readBrands('a-1.5,-,a b,,a-1.5,зубр'), ['a-1.5', '-', 'зубр'])
  const readSpecs = (spec: string) => ToolQuery.parse({ spec }).spec
  assert.deepEqual(readSpecs('power:18-v,power:,:18,power,power:18:5,weight:1.5..3,вес:~25'), [
    'power:18-v',
    'weight:1.5..3',
    'вес:~25',
  ])
})

test('missing order details are empty, and the cart is unchanged by default', () => {
  const { lines, ...details } = CheckOut.parse({ lines: toLines({}) })
  assert.deepEqual(details, { poNumber: '', note: '', fromCart: false })
  assert.deepEqual(lines, toLines({ reference: '' }))
})

test('texts, emails and ids are trimmed; emails and ids become lower case', () => {
  assert.equal(text(3).parse(' abc '), 'abc')
  assert.equal(requiredText(3).parse(' abc '), 'abc')
  assert.equal(text(9).parse('\u202eab\u200e\u0007\n\tc\u2066'), 'ab\n\tc')
  assert.equal(requiredText(3).safeParse('\u202e').success, false)
  assert.equal(line(9).parse(' a\n\t b\u202e '), 'a b')
  assert.equal(text(3).safeParse('\ud800').error?.issues[0]?.message, 'Contains an invalid character.')
  assert.equal(NewTool.parse({ ...tool, sku: ' IM-1 ' }).sku, 'IM-1')
  assert.equal(email.parse(' Ada@Example.COM '), 'ada@example.com')
  assert.equal(email.safeParse('x'.repeat(321)).success, false)
  assert.equal(id.parse(uuid.toUpperCase()), uuid)
})

test('control and formatting characters are stripped, but joiners are kept', () => {
  assert.equal(stripInvisible('a\u202eb\u0007c\u2028d\u200ee'), 'abcde')
  assert.equal(stripInvisible('\u0915\u094d\u200d\u0937 \u200c'), '\u0915\u094d\u200d\u0937 \u200c')
})

test('a shown record has only the fields that were sent, whatever the defaults', () => {
  const change = withShown(z.object({ name: z.string(), carrier: z.string().default('') }))
  assert.deepEqual(change.parse({ name: 'A', shown: { name: 'B' } }), { name: 'A', carrier: '', shown: { name: 'B' } })
})
