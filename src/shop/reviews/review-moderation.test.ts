import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'

const openModerated = async (environment: Record<string, string>) => {
  const shop = await openShop(environment)
  const admin = await shop.logInAsAdmin()
  return { shop, admin }
}

const addReview = async ({ client, name, email }: TestAccount, comment: string) => {
  const fields = { rating: '5', city: 'Leeds', img: '/images/avatars/r01.svg' }
  return client.addReview({ body: { name, email, comment, ...fields } })
}

const listShown = async ({ client }: TestShop) => (await client.listReviews({})).map(({ comment }) => comment)

test('an admin hides a review, shows it again and deletes it, on record', async t => {
  const { shop, admin } = await openModerated({})
  t.after(() => shop.app.close())
  const author = await shop.createBuyer('Rude Rita')
  const { insertedId: id, waitsFor } = await addReview(author, 'Bad words.')
  assert.equal(waitsFor, null)
  assert.ok((await listShown(shop)).includes('Bad words.'))
  const moderate = async (action: 'show' | 'hide') =>
    (await admin.client.moderateReview({ params: { id }, body: { action } })).modifiedCount

  assert.deepEqual([await moderate('hide'), await moderate('hide')], [1, 0])
  assert.ok(!(await listShown(shop)).includes('Bad words.'))
  const [hidden] = await admin.client.listAllReviews({ query: { state: 'hidden' } })
  assert.deepEqual([hidden?._id, hidden?.email, hidden?.state], [id, author.email, 'hidden'])
  assert.deepEqual([await moderate('show'), await moderate('show')], [1, 0])
  assert.ok((await listShown(shop)).includes('Bad words.'))
  assert.equal((await admin.client.deleteReview({ params: { id } })).deletedCount, 1)
  assert.equal((await admin.client.deleteReview({ params: { id } })).deletedCount, 0)
  await assertRefused(admin.client.moderateReview({ params: { id }, body: { action: 'show' } }), 'not_found')
  assert.ok(!(await listShown(shop)).includes('Bad words.'))

  const actions = await admin.client.listAdminActions({ query: { q: 'rude rita', sort: 'oldest' } })
  assert.deepEqual(
    actions.map(({ action, subject, actorEmail }) => [action, subject, actorEmail]),
    ['hide_review', 'show_review', 'delete_review'].map(action => [action, 'Rude Rita', 'admin@example.com']),
  )
})

test('with REVIEWS_APPROVAL, only what an admin approved is shown', async t => {
  const { shop, admin } = await openModerated({ REVIEWS_APPROVAL: 'on' })
  t.after(() => shop.app.close())
  const author = await shop.createVerifiedBuyer()
  const { insertedId: id, waitsFor } = await addReview(author, 'Needs approval.')
  assert.equal(waitsFor, 'approval')
  const shown = await listShown(shop)
  assert.ok(shown.length > 0 && !shown.includes('Needs approval.'))
  await admin.client.moderateReview({ params: { id }, body: { action: 'show' } })
  assert.equal((await listShown(shop)).at(-1), 'Needs approval.')
  await admin.client.moderateReview({ params: { id }, body: { action: 'hide' } })
  assert.ok(!(await listShown(shop)).includes('Needs approval.'))
  const many = await shop.createBuyer('Max Many')
  for (let count = 0; count < 5; count++) await addReview(many, `Many ${count}`)
  await assertRefused(addReview(many, 'One more'), 'reviews_waiting')
})

test('the list of all reviews is searched, filtered, sorted and paged', async t => {
  const { shop, admin } = await openModerated({})
  t.after(() => shop.app.close())
  const author = await shop.createBuyer('Paula Pages')
  const ids: string[] = []
  for (const comment of ['One.', 'Two.', 'Three.']) ids.push((await addReview(author, comment)).insertedId)
  const list = async (query: object) =>
    (await admin.client.listAllReviews({ query: { q: author.email, ...query } })).map(review => review._id)
  assert.deepEqual(await list({}), ids.toReversed())
  assert.deepEqual(await list({ sort: 'oldest' }), ids)
  assert.deepEqual(await list({ q: 'THREE' }), [ids[2]])
  assert.deepEqual(await list({ limit: 1, cursor: ids[1] }), [ids[0]])
  assert.deepEqual(await list({ limit: 1, before: ids[1] }), [ids[2]])
  await admin.client.deleteReview({ params: { id: ids[1] ?? '' } })
  assert.deepEqual(await list({ cursor: ids[1] }), [ids[0]], 'a page after a deleted row is found')
  assert.deepEqual(await list({ state: 'hidden' }), [])
  assert.deepEqual(await admin.client.countAllReviews({ query: { q: 'paula pages', state: 'shown' } }), { count: 2 })
})
