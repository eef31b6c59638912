import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxSavedLists } from '#contract/limits.ts'
import { savedListLines, savedLists } from '#db/tables/carts.ts'
import { type AddedTool, assertRefused, type TestAccount } from '#test/open-shop.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const adze = prepare(() => shop.addTool())
const bolt = prepare(() => shop.addTool({ name: 'Bolt' }))

const nobody = '00000000-0000-4000-8000-000000000000'

const toLine = (tool: AddedTool, quantity: number, price = tool.price) => ({ toolId: tool._id, quantity, price })

const save = async ({ client }: TestAccount, name: string, ...lines: ReturnType<typeof toLine>[]) =>
  (await client.addSavedList({ body: { name, lines } })).insertedId

const read = async ({ client }: TestAccount, id: string) =>
  (await client.getSavedList({ params: { id } })).lines.map(({ toolName, quantity, price }) => [
    toolName,
    quantity,
    price,
  ])

const listNames = async ({ client }: TestAccount) =>
  (await client.listSavedLists({})).map(({ name, lineCount }) => `${name} ${lineCount}`)

test('lists keep their lines in order, with the prices that were shown, and what changed last stands first', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const weekly = await save(buyer, ' Weekly ', toLine(bolt, 5), toLine(adze, 2, 9))
  await save(buyer, 'Empty')
  assert.deepEqual(await listNames(buyer), ['Empty 0', 'Weekly 2'])
  assert.deepEqual(await read(buyer, weekly), [
    ['Bolt', 5, 10],
    ['Adze', 2, 9],
  ])
  const lines = [toLine(adze, 3), toLine(adze, 4)]
  await buyer.client.updateSavedList({ params: { id: weekly }, body: { name: 'Monthly', lines } })
  assert.deepEqual(await listNames(buyer), ['Monthly 1', 'Empty 0'])
  assert.deepEqual(await read(buyer, weekly), [['Adze', 4, 10]])
})

test('a list is its owner’s; a tool that was deleted stays in it and says so', async () => {
  const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const gone = await shop.addTool({ name: 'Gone' })
  const id = await save(buyer, 'Weekly', toLine(gone, 1))
  const params = { id }
  await assertRefused(other.client.getSavedList({ params }), 'list_not_found')
  const body = { name: 'Mine', lines: [] }
  await assertRefused(other.client.updateSavedList({ params, body }), 'list_not_found')
  await assertRefused(other.client.deleteSavedList({ params }), 'list_not_found')
  const admin = await shop.logInAsAdmin()
  await admin.client.deleteTool({ params: { id: gone._id } })
  assert.equal((await buyer.client.getSavedList({ params })).lines[0]?.tool, null)
  await buyer.client.deleteSavedList({ params })
  await assertRefused(buyer.client.getSavedList({ params }), 'list_not_found')
})

test('a list with a wrong line is not saved, nor changed', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await save(buyer, 'Weekly', toLine(adze, 1))
  const unknown = { ...toLine(adze, 1), toolId: nobody }
  await assertRefused(save(buyer, 'Wrong', toLine(adze, 1), unknown), 'tool_not_found')
  await assertRefused(save(buyer, 'Wrong', toLine(adze, 0)), 'invalid_input')
  await assertRefused(save(buyer, 'Wrong', toLine(adze, 1, 30_000_000)), 'price_changed')
  await assertRefused(save(buyer, ' '), 'invalid_input')
  await assertRefused(
    buyer.client.updateSavedList({ params: { id }, body: { name: 'Changed', lines: [unknown] } }),
    'tool_not_found',
  )
  assert.deepEqual(await listNames(buyer), ['Weekly 1'])
  assert.equal((await read(buyer, id)).length, 1)
})

test('an account has at most fifty lists', async () => {
  const buyer = await shop.createVerifiedBuyer()
  for (let number = 0; number < maxSavedLists; number++) await save(buyer, `List ${number}`)
  await assertRefused(save(buyer, 'One more'), 'lists_full')
})

test('lists are exported, and deleted when the account is closed', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await save(buyer, 'Weekly', toLine(adze, 2))
  const params = { email: buyer.email }
  const { lists } = await readPersonalData(buyer.client, buyer.email)
  assert.deepEqual(
    lists.map(({ name, lines }) => [name, lines.map(({ toolName, quantity }) => [toolName, quantity])]),
    [['Weekly', [['Adze', 2]]]],
  )
  const { db } = shop.app.shop
  const before = [await db.$count(savedLists), await db.$count(savedListLines)]
  await buyer.client.closeAccount({ params, query: { reviews: 'keep' } })
  assert.deepEqual(
    [await db.$count(savedLists), await db.$count(savedListLines)],
    before.map(count => count - 1),
  )
})
