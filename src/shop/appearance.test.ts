import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { computeAccentColors, computeContrast, findAccentProblem } from '#contract/appearance/colors.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { placeOrder, toLine } from '#test/orders.ts'
import { prepare, prepareTwoProcesses } from '#test/prepare.ts'
import { waitUntil } from '#test/wait-until.ts'

const { shop, other } = prepareTwoProcesses({}, {})
const admin = prepare(() => shop.logInAsAdmin())

type Change = Parameters<TestAccount['client']['updateAppearance']>[0]['body']
const change = (body: Change) => admin.client.updateAppearance({ body })

const drawPicture = async (width: number, height: number) => {
  const image = sharp({ create: { width, height, channels: 4, background: { r: 20, g: 120, b: 220, alpha: 0.5 } } })
  return new File([new Uint8Array(await image.png().toBuffer())], 'logo.png', { type: 'image/png' })
}

test('the appearance is as ever until an admin changes it, which is audited and reaches all processes', async () => {
  const { current, defaults, pictures } = await admin.client.getAppearance({})
  assert.deepEqual(current, defaults)
  assert.deepEqual(
    [current.accentColor, current.bannerAbove, current.bannerBelow, pictures],
    [...['#f5a60b', 'Hands Tools', 'Circular Saw & Power Saw'], {}],
  )
  assert.equal(shop.app.settings.appearance.accentStyle, undefined)
  assert.equal(shop.app.settings.appearance.social, undefined)
  await admin.client.addPage({ body: { slug: 'about', title: 'About us', body: 'We sell.', published: true } })
  await admin.client.addPage({ body: { slug: 'draft', title: 'Draft', body: 'No.' } })
  const social = { ...current.social, youtube: 'https://example.com/tools' }
  await change({
    ...{ accentColor: '#1D4ED8', bannerAbove: 'Saws', hiddenSections: ['blog'], social },
    footerPages: ['draft', 'about', 'missing'],
  })
  for (const { app } of [shop, other]) {
    await waitUntil(() => app.settings.appearance.bannerAbove === 'Saws', 'the appearance arrives')
    const { appearance } = app.settings
    assert.match(appearance.accentStyle ?? '', /^:root\{--color-primary:#1d4ed8;--color-primary-content:#ffffff;/)
    assert.deepEqual(appearance.hiddenSections, ['blog'])
    assert.deepEqual(appearance.footerPages, [{ slug: 'about', title: 'About us' }])
    assert.equal(appearance.social?.youtube, 'https://example.com/tools')
  }
  const [action] = await admin.client.listAdminActions({ query: { action: 'change_settings' } })
  assert.equal(action?.subject, 'Settings')
  assert.equal((await admin.client.getSettings({})).current.storeName, 'Big Wholesale')
  await change(defaults)
  assert.equal(shop.app.settings.appearance.accentStyle, undefined)
})

test('a logo is re-encoded, shown under an address of its own, replaced and removed', async () => {
  const setLogo = (image: File) => admin.client.setPicture({ params: { picture: 'logo' }, form: { image } })
  await setLogo(await drawPicture(1000, 400))
  const { logo = '' } = (await admin.client.getAppearance({})).pictures
  assert.match(logo, /^\/appearance\/logo-[0-9a-f]{16}\.png$/)
  const response = await shop.app.fetch(new Request(`http://127.0.0.1${logo}`))
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
  const { width, height, hasAlpha } = await sharp(await response.arrayBuffer()).metadata()
  assert.deepEqual([width, height, hasAlpha], [400, 160, true])
  await waitUntil(() => other.app.settings.appearance.pictures.logo === logo, 'the logo arrives')
  await setLogo(await drawPicture(300, 100))
  const { logo: next = '' } = (await admin.client.getAppearance({})).pictures
  assert.notEqual(next, logo)
  assert.equal((await shop.app.fetch(new Request(`http://127.0.0.1${logo}`))).status, 404)
  await assertRefused(setLogo(new File(['<svg/>'], 'logo.svg')), 'image_unreadable')
  await assertRefused(setLogo(new File([new Uint8Array(10_000_001)], 'logo.png')), 'image_too_large')
  await admin.client.removePicture({ params: { picture: 'logo' } })
  assert.deepEqual((await admin.client.getAppearance({})).pictures, {})
})

test('mails and documents have the logo and the color', async () => {
  await admin.client.setPicture({ params: { picture: 'logo' }, form: { image: await drawPicture(300, 100) } })
  await change({ accentColor: '#1d4ed8' })
  const buyer = await shop.createVerifiedBuyer()
  const id = await placeOrder(buyer, [toLine(await shop.getTool(), 100)])
  const mail = (await shop.listMails()).at(-1)
  assert.match(mail?.html ?? '', /<header><img src="cid:logo" alt="">Big Wholesale<\/header>/)
  assert.match(mail?.html ?? '', /a\.button \{[^}]*background: #1d4ed8; color: #ffffff;/)
  assert.equal((await sharp(mail?.logo).metadata()).width, 300)
  const read = async () => {
    const { pdf } = await buyer.client.getOrderDocument({ params: { id, kind: 'proForma' } })
    return Buffer.from(pdf, 'base64').toString('latin1')
  }
  const own = await read()
  assert.match(own, /\/Subtype \/Image/)
  assert.match(own, /\/Width 300/)
  await admin.client.removePicture({ params: { picture: 'logo' } })
  assert.doesNotMatch(await read(), /\/Subtype \/Image/)
  await change({ accentColor: '#f5a60b' })
})

test('what can’t be is a sentence at its field, and nothing is changed', async () => {
  const before = await admin.client.getAppearance({})
  const { social } = before.current
  const wrong: [Change, string][] = [
    [{ accentColor: 'red' }, 'accentColor'],
    [{ accentColor: '#ffffff' }, 'accentColor'],
    [{ accentColor: '#101418' }, 'accentColor'],
    [{ accentColor: '#7a7a7a' }, 'accentColor'],
    [{ bannerAbove: 'x'.repeat(61) }, 'bannerAbove'],
    [{ social: { ...social, x: 'javascript:alert(1)' } }, 'social.x'],
    [{ social: { ...social, x: 'http://example.com' } }, 'social.x'],
    [{ footerPages: Array.from({ length: 9 }, (_, index) => `page-${index}`) }, 'footerPages'],
  ]
  for (const [body, field] of wrong)
    await assert.rejects(change({ bannerBelow: 'Other', ...body }), ({ code, errors }) => {
      assert.equal(code, 'invalid_input')
      assert.deepEqual(
        errors.map((error: { field: string }) => error.field),
        [field],
      )
      return true
    })
  assert.deepEqual(await admin.client.getAppearance({}), before)
})

test('every color that is taken can be read on, and is seen on light and dark surfaces', () => {
  let taken = 0
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const accent = `#${[red, green, blue].map(each => each.toString(16).padStart(2, '0')).join('')}`
        if (findAccentProblem(accent)) continue
        taken += 1
        const { text, onDark, onLight } = computeAccentColors(accent)
        assert.ok(computeContrast(text, accent) >= 4.5, accent)
        assert.ok(computeContrast(onDark, '#14181f') >= 4.5, accent)
        assert.ok(computeContrast(onLight, '#faf9f6') >= 3, accent)
      }
  assert.ok(taken > 4000, String(taken))
  assert.equal(computeContrast('#000000', '#ffffff'), 21)
  assert.deepEqual(computeAccentColors('#f5a60b').text, '#14181f')
})
