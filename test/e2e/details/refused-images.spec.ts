import sharp from 'sharp'
import { maxImageBytes } from '#contract/limits.ts'
import { callApi, expect, signUpByApi, test } from '#test/e2e/fixtures.ts'
import { createJpeg } from '#test/e2e/sample-images.ts'
import { createBlackPng } from '#test/images/black-png.ts'

test.use({ expected: { errors: [/status of 4\d\d/] } })

const comment = 'Kept its edge through a winter of oak.'

const unreadable = 'We can’t read that picture. Please take a JPEG, PNG, WebP, AVIF or GIF.'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const files: readonly [name: string, createBytes: () => Buffer | Promise<Buffer>, sentence: string][] = [
  ['heavy.jpg', () => Buffer.alloc(maxImageBytes + 1, 7), 'A picture may have at most 10 MB.'],
  ['notes.jpg', () => Buffer.from('Not a picture at all.'), unreadable],
  ['logo.svg', () => Buffer.from(svg), unreadable],
  ['phone.heic', () => Buffer.from('ftypheic'), 'This browser cannot read HEIC pictures. Please save it as a JPEG'],
  [
    'bomb.png',
    () => createBlackPng(25_000, 25_000),
    'That picture has too many pixels: more than 50 million, or 24 million in an AVIF. Please take a smaller one.',
  ],
]

for (const [name, createBytes, sentence] of files) {
  test(`the image ${name} is refused with a sentence, and the form keeps its input`, async ({ page }) => {
    const { name: author } = await signUpByApi(page, `Vito Wells of ${name}`)
    await page.goto('/dashboard/review')
    await page.getByLabel('Comment').fill(comment)
    await page.getByLabel('Rating').fill('4.5')
    await page.getByLabel('City').fill('Whitby')
    const image = page.getByLabel('Image', { exact: true })
    await image.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await createBytes() })
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Comment')).toHaveValue(comment)
    await expect(page.getByLabel('Rating')).toHaveValue('4.5')
    await expect(page.getByLabel('City')).toHaveValue('Whitby')
    expect(await image.inputValue()).toContain(name)
    const reviews: { name: string }[] = await callApi(page, 'GET', '/review')
    expect(reviews.filter(review => review.name === author)).toEqual([])
  })
}

test('a photo of a new phone, of more than 10 MB, is made smaller before it goes out', async ({ page }) => {
  // Turned by a quarter, as the phone was.
  const buffer = await sharp(await createJpeg(5712, 4284))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(maxImageBytes)
  await signUpByApi(page)
  await page.goto('/dashboard/review')
  await page.getByLabel('Comment').fill(comment)
  await page.getByLabel('Rating').fill('4,5')
  await page.getByLabel('City').fill('Whitby')
  await page.getByLabel('Image', { exact: true }).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Your review added successfully')).toBeVisible()
  const reviews: { img: string; rating: number }[] = await callApi(page, 'GET', '/review')
  const { img = '', rating } = reviews.at(-1) ?? {}
  const { width, height } = await sharp(await (await page.request.get(img)).body()).metadata()
  expect([width, height, rating]).toEqual([600, 800, 4.5])
})
