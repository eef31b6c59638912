import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { parseSpecificationNumber } from '#contract/cells/specifications.ts'
import { toSlug } from '#contract/slugs.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'

const shop = await openShop()
after(() => shop.app.close())
const { client: admin } = await shop.logInAsAdmin()
const body = {
  name: 'Core Drill',
  image: '/images/jigsaw-800.webp',
  price: 10,
  minimum: 1,
  available: 9,
  description: 'x',
}
const list = async (query: object) => (await shop.client.listTools({ query })).map(({ sku }) => sku).sort()

test('slugs keep decimals, and numbers are read as people write them', () => {
  const slugs = ['Max. torque', 'Oxbridge & Pole', '0.75 kW', '1/2 in.', 'Größe', '…'].map(toSlug)
  assert.deepEqual(['C', 'C++', 'C#', 'Hart+Sohn'].map(toSlug), ['c', 'c-plus-plus', 'c-sharp', 'hart-sohn'])
  assert.deepEqual(slugs, ['max-torque', 'oxbridge-pole', '0.75-kw', '1-2-in', 'grosse', ''])
  const numbers = ['1,260', '0.75', '-3', '1/2', '18 V', '1,26', '1e9', ''].map(parseSpecificationNumber)
  assert.deepEqual(numbers, [1260, 0.75, -3, undefined, undefined, undefined, undefined, undefined])
})

describe('a tool with all its parts', () => {
  test('is read as entered; a change keeps the parts that it does not name', async () => {
    const parts = {
      brand: 'Karst',
      category: 'drills-and-hammers',
      imageAlt: 'The drill in its stand',
      furtherImages: [{ url: '/images/power-drill-800.webp', alt: 'The chuck' }],
      specifications: [
        { name: 'Power', value: '1,500', unit: 'W' },
        { name: 'Thread', value: '1-1/4 UNC', unit: '' },
      ],
      discontinued: true,
      replacementSku: 'dp12',
    }
    const { insertedId: id } = await admin.addTool({ body: { ...body, sku: 'CD-1', ...parts } })
    await admin.updateTool({ params: { id }, body: { ...body, price: 12 } })
    const details = await shop.client.getToolDetails({ params: { id } })
    const { replacementSku: _, ...shown } = parts
    for (const [name, value] of Object.entries(shown)) assert.deepEqual(Object(details)[name], value, name)
    assert.deepEqual([details.price, details.replacement?.sku], [12, 'DP12'])
    assert.deepEqual(details.highlights, ['Power 1,500 W', 'Thread 1-1/4 UNC'])
    assert.deepEqual(details.related.map(({ sku }) => sku).sort(), ['HPD-13', 'RH26-860'])
    await admin.updateTool({
      params: { id },
      body: { ...body, brand: '', category: '', specifications: [], furtherImages: [], replacementSku: '' },
    })
    const bare = await shop.client.getToolDetails({ params: { id } })
    assert.deepEqual([bare.brand, bare.category, bare.replacement], ['', '', null])
    assert.deepEqual([bare.specifications, bare.furtherImages, bare.related], [[], [], []])
  })

  test('is found by its brand and its specifications, as they are now', async () => {
    const parts = { brand: 'Quarrybird', specifications: [{ name: 'Bore', value: '41', unit: 'mm' }] }
    const { insertedId: id } = await admin.addTool({ body: { ...body, sku: 'QB-1', ...parts } })
    for (const q of ['quarrybird', '41mm', 'bore 41']) assert.deepEqual(await list({ q }), ['QB-1'], q)
    await admin.renameBrand({ params: { slug: 'quarrybird' }, body: { name: 'Stonefinch' } })
    const byBrand = async (brand: string) => (await shop.client.listTools({ query: { brand } })).length
    assert.deepEqual([await byBrand('quarrybird'), await byBrand('no-such')], [await byBrand('stonefinch'), 0])
    assert.ok((await byBrand('quarrybird')) > 0, 'an address of before leads to its tools')
    await admin.updateTool({
      params: { id },
      body: { ...body, specifications: [{ name: 'Bore', value: '57', unit: 'mm' }] },
    })
    assert.deepEqual(await list({ q: 'stonefinch 57mm' }), ['QB-1'])
    assert.equal((await shop.client.countTools({ query: { q: 'quarrybird' } })).count, 0)
    await admin.deleteBrand({ params: { slug: 'stonefinch' } })
    assert.equal((await shop.client.countTools({ query: { q: 'stonefinch' } })).similar, true)
    assert.deepEqual(await list({ q: '57mm' }), ['QB-1'])
  })

  test('is saved and exported without a replacement that was deleted', async () => {
    const { insertedId: replacementId } = await admin.addTool({ body: { ...body, sku: 'GONE-1' } })
    const { insertedId: id } = await admin.addTool({ body: { ...body, sku: 'LEFT-1', replacementSku: 'GONE-1' } })
    await admin.deleteTool({ params: { id: replacementId } })
    assert.equal((await shop.client.getToolDetails({ params: { id } })).replacement, null)
    const shown = { ...body, replacementSku: '' }
    await admin.updateTool({ params: { id }, body: { ...shown, price: 11, shown } })
    const exported = await (await admin.exportList({ params: { list: 'tools' }, query: { q: 'LEFT-1' } })).text()
    assert.match(exported, /LEFT-1/)
    assert.doesNotMatch(exported, /GONE-1/)
    // Another tool may take the SKU: it replaces nothing by that.
    await admin.addTool({ body: { ...body, sku: 'GONE-1' } })
    await admin.updateTool({ params: { id }, body: { ...shown, price: 12, shown: { ...shown, price: 11 } } })
    const { price, replacement } = await shop.client.getToolDetails({ params: { id } })
    assert.deepEqual([price, replacement], [12, null])
  })

  const refused = {
    'two specifications of one name': [
      { specifications: ['Power', 'power.'].map(name => ({ name, value: '1', unit: 'W' })) },
      'specifications',
    ],
    'an unknown category': [{ category: 'spoons' }, 'category', 'That category is no longer there.'],
    'an unknown replacement': [{ replacementSku: 'NONE-1' }, 'replacementSku', 'No tool has that SKU.'],
    'nine images': [{ furtherImages: Array(8).fill({ url: body.image, alt: '' }) }, 'furtherImages'],
    '31 specifications': [
      { specifications: Array.from({ length: 31 }, (_, n) => ({ name: `n${n}`, value: '1', unit: '' })) },
      'specifications',
    ],
    'a brand of signs only': [{ brand: '&&' }, 'brand', 'The name of a brand needs a letter or digit.'],
  } as const
  for (const [name, [part, field, message]] of Object.entries(refused))
    test(`is refused with ${name}, at its field`, async () => {
      await assert.rejects(admin.addTool({ body: { ...body, ...structuredClone(part) } }), error => {
        assert.equal(Object(error).errors[0].field, field)
        if (message) assert.equal(Object(error).errors[0].message, message)
        return true
      })
    })

  test('does not replace itself, and has no image that was never uploaded', async () => {
    const { insertedId: id } = await admin.addTool({ body: { ...body, sku: 'SELF-1' } })
    await assert.rejects(admin.updateTool({ params: { id }, body: { ...body, replacementSku: 'SELF-1' } }), {
      code: 'invalid_input',
      errors: [{ field: 'replacementSku', message: 'A tool does not replace itself.' }],
    })
    const furtherImages = [{ url: 'https://example.com/x.png', alt: '' }]
    await assertRefused(admin.updateTool({ params: { id }, body: { ...body, furtherImages } }), 'image_unknown')
  })
})

describe('filters', () => {
  test('a category has the tools of those in it, a list of brands those of any', async () => {
    const saws = ['CS-185', 'MSS-125', 'RS-1000', 'RV-E9V']
    assert.deepEqual(await list({ category: 'power-saws' }), saws)
    const ofHandTools = await list({ category: 'hand-tools' })
    assert.ok(ofHandTools.includes('EBL-600') && ofHandTools.includes('PWC-6') && !ofHandTools.includes('CS-185'))
    assert.deepEqual(await list({ category: 'power-saws', brand: 'norvane,halden' }), ['CS-185', 'RS-1000'])
    assert.deepEqual(await list({ category: 'spoons' }), [])
  })

  test('values of one specification add up, those of two narrow; ranges exclude their end', async () => {
    const ofSaws = (spec: string) => list({ category: 'power-saws', spec })
    assert.deepEqual(await ofSaws('power-source:battery'), ['RS-1000'])
    assert.deepEqual(await ofSaws('power-source:battery,power-source:corded,cutting-depth:35-mm'), ['MSS-125'])
    assert.deepEqual(await ofSaws('power:..1260'), ['RV-E9V'])
    assert.deepEqual(await ofSaws('power:1260..1800'), ['MSS-125'])
    assert.deepEqual(await ofSaws('power:1260..'), ['CS-185', 'MSS-125'])
    assert.deepEqual(await ofSaws('nonsense'), ['CS-185', 'MSS-125', 'RS-1000', 'RV-E9V'])
  })

  test('values that begin with a minus, or have no letter or digit, are others than those without', async () => {
    const specifications = (value: string, unit = '') => [{ name: 'Least temperature', value, unit }]
    await admin.addTool({ body: { ...body, sku: 'LT-1', specifications: specifications('-5', '°C') } })
    await admin.addTool({ body: { ...body, sku: 'LT-2', specifications: specifications('5', '°C') } })
    await admin.addTool({ body: { ...body, sku: 'LT-3', specifications: specifications('冷') } })
    await admin.addTool({ body: { ...body, sku: 'LT-4', specifications: specifications('A-5', '°C') } })
    await admin.addTool({ body: { ...body, sku: 'LT-5', specifications: specifications('冷冷') } })
    const found = await Promise.all(
      ['minus-5-~b0c', '5-~b0c', '冷', 'a-5-~b0c', '冷冷'].map(value => list({ spec: `least-temperature:${value}` })),
    )
    assert.deepEqual(found, [['LT-1'], ['LT-2'], ['LT-3'], ['LT-4'], ['LT-5']])
  })

  test('facets count what each further filter would leave', async () => {
    const facets = await shop.client.countToolFacets({ query: { category: 'power-saws', brand: 'norvane' } })
    const counts = (options: readonly { name?: string; label?: string; count: number | null }[]) =>
      Object.fromEntries(options.map(({ name, label, count }) => [name ?? label, count]))
    const byCategory = counts(facets.categories)
    const aroundIt = { 'Power tools': 4, 'Power saws': 2, 'Drills and hammers': 2 }
    assert.deepEqual(byCategory, { ...aroundIt, 'Sanders and grinders': 0, 'Workshop machines': 0 })
    const all = counts((await shop.client.countToolFacets({ query: { brand: 'norvane' } })).categories)
    assert.deepEqual([all['Power tools'], all['Hand tools']], [4, 0])
    assert.deepEqual([counts(facets.brands).Norvane, counts(facets.brands)['Ferrum Nine']], [2, 2])
    assert.equal(facets.inStock, 2)
    const [source] = facets.specifications
    assert.deepEqual([source?.name, counts(source?.options ?? [])], ['Power source', { Battery: 1, Corded: 1 }])
  })

  test('many numbers become four ranges, which list what they count', async () => {
    await admin.addCategory({ body: { name: 'Anvils', filters: ['Weight'] } })
    for (let weight = 1; weight <= 12; weight++) {
      const specifications = [{ name: 'Weight', value: String(weight), unit: 'kg' }]
      await admin.addTool({ body: { ...body, category: 'anvils', specifications } })
    }
    const { specifications } = await shop.client.countToolFacets({ query: { category: 'anvils' } })
    const options = specifications[0]?.options ?? []
    assert.deepEqual(
      options.map(({ label, count }) => `${label}: ${count}`),
      ['Below 4 kg: 3', '4 to 7 kg: 3', '7 to 10 kg: 3', '10 kg and more: 3'],
    )
    for (const { token, count } of options)
      assert.equal((await list({ category: 'anvils', spec: token })).length, count, token)
  })
})

describe('categories', () => {
  const names = async (parent: string) =>
    (await shop.client.listCategories({})).filter(each => each.parent === parent).map(({ name }) => name)

  test('stay in two levels, with names of their own', async () => {
    const add = (fields: { name: string; parent?: string }) => admin.addCategory({ body: fields })
    await add({ name: 'Ladders' })
    await add({ name: 'Steps', parent: 'ladders' })
    await assertRefused(add({ name: 'Rungs', parent: 'steps' }), 'category_nested')
    await assertRefused(add({ name: 'ladders!' }), 'taken')
    const move = { params: { slug: 'ladders' }, body: { name: 'Ladders', parent: 'hand-tools' } }
    await assertRefused(admin.updateCategory(move), 'category_nested')
    await admin.updateCategory({ params: { slug: 'steps' }, body: { name: 'Step stools', parent: 'ladders' } })
    assert.deepEqual(await names('ladders'), ['Step stools'])
    await admin.deleteCategory({ params: { slug: 'ladders' } })
    assert.ok((await names('')).includes('Step stools'))
    await assertRefused(admin.deleteCategory({ params: { slug: 'ladders' } }), 'not_found')
  })

  test('move among their neighbors only', async () => {
    const before = await names('hand-tools')
    const move = (slug: string, direction: 'up' | 'down') =>
      admin.moveCategory({ params: { slug }, body: { direction } })
    await move('measuring', 'up')
    await move('saws-and-chisels', 'up')
    assert.deepEqual(await names('hand-tools'), [before[0], before[1], before[3], before[2]])
    await move('measuring', 'down')
    assert.deepEqual(await names('hand-tools'), before)
  })

  test('changes by admins are on record', async () => {
    await admin.addCategory({ body: { name: 'Chalk' } })
    await admin.updateCategory({ params: { slug: 'chalk' }, body: { name: 'Chalk and ink' } })
    await admin.moveCategory({ params: { slug: 'chalk' }, body: { direction: 'up' } })
    await admin.deleteCategory({ params: { slug: 'chalk' } })
    const actions = await admin.listAdminActions({ query: { limit: 4 } })
    assert.deepEqual(
      actions.map(({ action, subject, after }) => [action, subject, after.name]),
      [
        ['delete_category', 'Chalk and ink', undefined],
        ['move_category', 'Chalk and ink', undefined],
        ['update_category', 'Chalk', 'Chalk and ink'],
        ['add_category', 'Chalk', 'Chalk'],
      ],
    )
  })
})

test('categories of a renamed brand are counted by its former address, too', async () => {
  await shop.addTool({ name: 'Rasp', brand: 'Rasper', category: 'power-saws' })
  await admin.renameBrand({ params: { slug: 'rasper' }, body: { name: 'Rasper Tools' } })
  const { categories } = await shop.client.countToolFacets({ query: { brand: 'rasper' } })
  assert.equal(categories.find(({ slug }) => slug === 'power-saws')?.count, 1)
})

test('a form that leaves the name of a brand keeps the spelling that somebody else gave it', async () => {
  await shop.addTool({ name: 'Awl', brand: 'Acme' })
  const rename = (name: string) =>
    admin.renameBrand({ params: { slug: 'acme' }, body: { name, shown: { name: 'Acme' } } })
  await rename('ACME')
  await rename('Acme')
  const brand = (await admin.listBrands({})).find(({ slug }) => slug === 'acme')
  assert.equal(brand?.name, 'ACME')
})
