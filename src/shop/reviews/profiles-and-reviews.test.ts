import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

test('a profile is saved, updated and read by its own account only', async () => {
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const fields = { education: 'Joiner', city: 'Leeds', phone: '555', linkedIn: 'https://linkedin.example/rita' }
  const body = { name: buyer.name, email: buyer.email, ...fields }
  assert.equal(await buyer.client.findProfile({ query: { email: buyer.email } }), null)
  const { insertedId } = await buyer.client.createProfile({ body })
  assert.deepEqual(await buyer.client.findProfile({}), { _id: insertedId, ...body })
  const changed = { ...body, city: 'York' }
  const update = { params: { email: buyer.email }, body: changed }
  assert.deepEqual(await buyer.client.updateProfile(update), { acknowledged: true })
  assert.deepEqual(await buyer.client.findProfile({}), { _id: insertedId, ...changed })
  await assertRefused(other.client.findProfile({ query: { email: buyer.email } }), 'not_yours')
  await assertRefused(other.client.updateProfile(update), 'not_yours')
  await assertRefused(other.client.createProfile({ body }), 'not_yours')
  assert.equal(await other.client.findProfile({}), null)
})

test('a review has its author’s name, and is last in the list', async () => {
  const buyer = await shop.createBuyer('Real Name')
  const review = { name: 'Somebody Else', email: buyer.email, comment: 'Good steel.', rating: '4.5', city: 'Leeds' }
  const img = '/images/avatars/r01.svg'
  const { insertedId } = await buyer.client.addReview({ body: { ...review, img } })
  const last = (await shop.client.listReviews({})).at(-1)
  assert.deepEqual(last, {
    _id: insertedId,
    name: 'Real Name',
    city: 'Leeds',
    rating: 4.5,
    comment: 'Good steel.',
    img,
  })
  for (const rating of ['0', '5.5', '900', '4.2', 'good', '']) {
    await assertRefused(buyer.client.addReview({ body: { ...review, rating, img } }), 'invalid_input')
  }
  await assertRefused(buyer.client.addReview({ body: { ...review, email: 'admin@example.com', img } }), 'not_yours')
  await assertRefused(
    buyer.client.addReview({ body: { ...review, img: 'https://evil.example/x.svg' } }),
    'image_unknown',
  )
})
