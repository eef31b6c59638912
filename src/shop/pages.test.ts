import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { InputOf } from '#contract/client.ts'
import { maxPageLength, maxPages } from '#contract/limits.ts'
import { pages } from '#db/tables/content.ts'
import { assertRefused } from '#test/open-shop.ts'
import { prepare, prepareTwoProcesses } from '#test/prepare.ts'
import { waitUntil } from '#test/wait-until.ts'

const { shop, other, database } = prepareTwoProcesses()
const admin = prepare(() => shop.logInAsAdmin())
beforeEach(async () => {
  await database.db.delete(pages)
  await shop.app.shop.settings.reload()
  await other.app.shop.settings.reload()
})

const about = { slug: 'about-us', title: 'About us', body: 'Since **1901**.' }
const params = { slug: about.slug }
type NewPage = InputOf<'addPage'>['body']

const addPage = (fields: Partial<NewPage> = {}) => admin.client.addPage({ body: { ...about, ...fields } })

async function change(fields: Partial<NewPage>, slug = about.slug) {
  const page = await admin.client.getAnyPage({ params: { slug } })
  return admin.client.updatePage({ params: { slug }, body: { ...page, ...fields } })
}

test('only admins see a draft, everybody sees a published page', async () => {
  await addPage()
  assert.deepEqual(await shop.client.listPages({}), [])
  await assertRefused(shop.client.getPage({ params }), 'not_found')
  const draft = await admin.client.getAnyPage({ params })
  assert.deepEqual(draft, { ...about, footerEntry: null, published: false, changedAt: draft.changedAt })
  await change({ published: true, body: '# Us\r\n\r\nSince 1902.' })
  const page = await shop.client.getPage({ params })
  assert.deepEqual([page.title, page.published], ['About us', true])
  assert.ok(page.changedAt > draft.changedAt)
  const [listed] = await shop.client.listPages({})
  const { body: _, ...withoutBody } = page
  assert.deepEqual(listed, withoutBody)
  assert.deepEqual(await admin.client.deletePage({ params }), { deletedCount: 1 })
  assert.deepEqual(await admin.client.deletePage({ params }), { deletedCount: 0 })
  await assertRefused(shop.client.getPage({ params }), 'not_found')
  await assertRefused(change({}), 'not_found')
})

test('each URL and each footer entry belongs to one page', async () => {
  await addPage({ footerEntry: 'About us' })
  await addPage({ slug: 'returns', title: 'Returns' })
  await assertRefused(addPage(), 'taken')
  await assertRefused(addPage({ slug: 'new' }), 'invalid_input')
  await assertRefused(addPage({ slug: 'us', footerEntry: 'About us' }), 'taken')
  await assertRefused(change({ slug: 'about-us' }, 'returns'), 'taken')
  await assertRefused(change({ footerEntry: 'About us' }, 'returns'), 'taken')
  const left = await admin.client.listAllPages({})
  assert.deepEqual(
    left.map(({ slug, footerEntry }) => [slug, footerEntry]),
    [
      ['about-us', 'About us'],
      ['returns', null],
    ],
  )
})

test('of three admins who change the text of a page at once, two get a conflict with the text of the first', async () => {
  await addPage()
  const page = await admin.client.getAnyPage({ params })
  const texts = ['one', 'two', 'three']
  const changes = texts.map(body => admin.client.updatePage({ params, body: { ...page, body, shown: page } }))
  const results = await Promise.allSettled(changes)
  const winner = texts[results.findIndex(({ status }) => status === 'fulfilled')]
  const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  assert.deepEqual(
    refused.map(({ code, errors: [error] }) => [code, error.field, error.present]),
    [
      ['edit_conflict', 'body', winner],
      ['edit_conflict', 'body', winner],
    ],
  )
  assert.equal((await admin.client.getAnyPage({ params })).body, winner)
  await change({ body: 'four' })
})

test('the footer leads to published pages in all processes, and follows each change', async () => {
  const expectLinks = async (links: object) => {
    assert.deepEqual(shop.app.settings.footerLinks, links)
    await waitUntil(() => JSON.stringify(other.app.settings.footerLinks) === JSON.stringify(links), 'the links arrive')
  }
  await addPage({ footerEntry: 'About us' })
  await expectLinks({})
  await change({ published: true })
  await expectLinks({ 'About us': 'about-us' })
  await change({ slug: 'who-we-are' })
  await expectLinks({ 'About us': 'who-we-are' })
  await change({ footerEntry: 'Help and contact' }, 'who-we-are')
  await expectLinks({ 'Help and contact': 'who-we-are' })
  await change({ footerEntry: null }, 'who-we-are')
  await expectLinks({})
  await change({ footerEntry: 'Warranty' }, 'who-we-are')
  await expectLinks({ Warranty: 'who-we-are' })
  await admin.client.deletePage({ params: { slug: 'who-we-are' } })
  await expectLinks({})
})

test('invalid input is refused by its field', async () => {
  const wrong: Partial<Record<keyof NewPage, unknown[]>> = {
    slug: ['', 'About', 'a b', 'a/b', 'a.b', '-a', 'a-', 'a--b', 'x'.repeat(101)],
    title: [' ', 'x'.repeat(121)],
    body: [' \n ', 'x'.repeat(maxPageLength + 1)],
    footerEntry: ['', 'Careers'],
  }
  for (const [field, values] of Object.entries(wrong))
    for (const value of values)
      await assert.rejects(addPage({ [field]: value }), ({ code, errors }) => {
        assert.deepEqual([code, errors[0].field], ['invalid_input', field], String(value))
        return true
      })
  await addPage({ body: '€'.repeat(maxPageLength) })
  await assertRefused(addPage({ slug: 'long', body: 'x'.repeat(800_000) }), 'body_too_large')
})

test('there are at most 200 pages', async () => {
  const rows = Array.from({ length: maxPages }, (_, index) => ({ ...about, slug: `page-${index}` }))
  await database.db.insert(pages).values(rows)
  await assertRefused(addPage(), 'pages_full')
  await admin.client.deletePage({ params: { slug: 'page-0' } })
  await addPage()
})

test('each change is audited with the stored text', async () => {
  await addPage()
  await change({ body: 'Since 1902.', published: true })
  await change({})
  await admin.client.deletePage({ params })
  const actions = await admin.client.listAdminActions({ query: { q: 'About us', limit: 3 } })
  assert.deepEqual(
    actions.map(({ action, subject, before, after }) => [action, subject, before, after]),
    [
      ['delete_page', 'About us', { ...described, published: true, bodyLength: 11 }, {}],
      ['update_page', 'About us', { bodyLength: 15, published: false }, { bodyLength: 11, published: true }],
      ['add_page', 'About us', {}, { ...described, published: false, bodyLength: 15 }],
    ],
  )
  const { rows } = await database.db.execute(
    `select after ->> 'body' as body from admin_actions order by id desc limit 2`,
  )
  assert.deepEqual(rows, [{ body: null }, { body: 'Since 1902.' }])
})

const described = { title: 'About us', slug: 'about-us', footerEntry: null }
