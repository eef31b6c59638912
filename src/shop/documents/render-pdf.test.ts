import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentContents } from '#db/tables/documents.ts'
import { readPdf, readPdfItems } from '#test/pdf-text.ts'
import { bottom, contentWidth, margin } from './pdf-sheet.ts'
import { renderPdf } from './render-pdf.ts'

const people = {
  Polish: ['Łucja Żółć', 'ul. Gęsia Ścieżka 5\n90-001 Łódź'],
  Greek: ['Ελένη Παπαδοπούλου', 'Οδός Ερμού 12\n105 63 Αθήνα'],
  Arabic: ['محمد عبد الرحمن', 'شارع الملك فهد ١٢، مبنى (5)\nالرياض 12345'],
  Hebrew: ['ישראל כהן-לוי', 'רחוב הרצל 12 (קומה 3), דירה 5\nתל אביב-יפו 6100001'],
  Thai: ['สมชาย ใจดี', '123/45 ถนนสุขุมวิทแขวงคลองเตยเหนือเขตวัฒนากรุงเทพมหานครประเทศไทย 10110'],
  Hindi: ['राजेश कुमार शर्मा।', 'महात्मा गांधी मार्ग 12\nनई दिल्ली 110001'],
  Bengali: ['রহিম উদ্দিন', 'মিরপুর রোড ১২\nঢাকা'],
  Tamil: ['தமிழ் செல்வன்', 'அண்ணா சாலை 5\nசென்னை'],
  Telugu: ['రాము రెడ్డి', 'హైదరాబాద్'],
  Gujarati: ['ગુજરાતી પટેલ', 'અમદાવાદ'],
  Kannada: ['ಕನ್ನಡ ಗೌಡ', 'ಬೆಂಗಳೂರು'],
  Malayalam: ['മലയാളം നായർ', 'കൊച്ചി'],
  Sinhala: ['නිමල් පෙරේරා', 'කොළඹ'],
  Burmese: ['အောင်မြင့်', 'ရန်ကုန်'],
  Amharic: ['አበበ በቀለ', 'አዲስ አበባ'],
  Chinese: ['王小明 (北京五金有限公司)', '北京市朝阳区建国门外大街1号国贸大厦A座1201室'],
  Japanese: ['山田太郎', '東京都千代田区丸の内1丁目9番1号グラントウキョウノースタワー12階'],
  Korean: ['김철수', '서울특별시 강남구 테헤란로 152 강남파이낸스센터 10층'],
} as const

function compose(name: string, address: string, more: Partial<DocumentContents> = {}): DocumentContents {
  const line = { sku: 'ABC-1', quantity: 10, unitCents: 1250, totalCents: 12_500, taxPercent: 19 }
  return {
    seller: { name: 'Big Wholesale', address: '1 Forge Lane', contact: '+44 114 496 0142', taxId: '', bank: '' },
    ...{ timeZone: 'UTC', orderNumber: 1, poNumber: name, placedAt: '2026-01-02T03:04:05Z' },
    ...{ paidAt: null, paymentMethod: 'card', transactionId: null, heldUntil: null, payUntil: null },
    ...{ billTo: `${name}\n${address}`, shipTo: `${name}\n${address}`, buyerTaxId: '', note: address },
    lines: [{ ...line, name: `${name}, ${address.replaceAll('\n', ', ')}`, reference: name }],
    ...{ totalCents: 12_500, taxes: [{ percent: 19, cents: 1996 }] },
    ...more,
  }
}

const look = { accentColor: '#f5a60b', logo: undefined }

const render = (contents: DocumentContents) =>
  renderPdf([{ kind: 'invoice', contents, number: 7, issuedAt: new Date('2026-01-02T03:04:05Z') }], look)

/** Texts stay within their page and column, and do not overlap. */
async function assertTidy(pdf: Buffer): Promise<void> {
  const items = await readPdfItems(pdf)
  for (const item of items) {
    assert.ok(item.x >= margin - 1 && item.x + item.width <= margin + contentWidth + 1, `${item.text} leaves the page`)
    for (const other of items) {
      if (other === item || other.page !== item.page || Math.abs(other.y - item.y) > 4) continue
      const overlap = Math.min(item.x + item.width, other.x + other.width) - Math.max(item.x, other.x)
      assert.ok(overlap < 1.5, `${item.text} and ${other.text} overlap by ${overlap}`)
    }
  }
}

const sortLetters = (text: string) =>
  [...text.normalize('NFKD').replace(/[^\p{L}\p{M}\p{N}]/gu, '')].toSorted().join('')

for (const [language, [name, address]] of Object.entries(people))
  test(`a buyer is named in ${language}`, async () => {
    const pdf = await render(compose(name, address))
    await assertTidy(pdf)
    const [text = ''] = await readPdf(pdf)
    const letters = sortLetters(text)
    for (const letter of new Set(sortLetters(name + address))) assert.ok(letters.includes(letter), `${letter} is a box`)
    assert.ok(!text.includes('\0') && !text.includes('\ufffd'))
  })

test('Arabic and Hebrew run from right to left, their numbers from left to right', async () => {
  const items = await readPdfItems(await render(compose('כהן', 'רחוב 12 (קומה 3)\nشارع ١٢')))
  const texts = items.map(({ text }) => text.replace(/[()]/g, ''))
  assert.ok(texts.includes('רחוב 12 קומה 3'), texts.join('\n'))
  assert.ok(texts.includes('شارع ١٢'), texts.join('\n'))
})

test('Arabic letters beside Hebrew ones are joined as they are alone', async () => {
  const measure = async (name: string) => {
    const letters = sortLetters(name)
    const items = await readPdfItems(await render(compose(name, 'x')))
    return items.find(({ text }) => sortLetters(text) === letters)?.width ?? assert.fail(name)
  }
  const [arabic, hebrew] = [await measure('محمد'), await measure('כהן')]
  const [both, twice] = [await measure('כהן محمد'), await measure('כהן כהן')]
  assert.ok(Math.abs(both - twice - (arabic - hebrew)) < 0.1, `${both}, ${twice}, ${arabic}, ${hebrew}`)
})

test('long names and tall addresses push what follows, and stay on the first page', async () => {
  const name = 'Towarzystwo Handlu Żelazem i Narzędziami '.repeat(8).slice(0, 300)
  const tall = Array.from({ length: 500 }, (_, index) => `line ${index}`)
    .join('\n')
    .slice(0, 1000)
  const seller = { name, address: tall.slice(0, 300), contact: '', taxId: 'PL 123', bank: '' }
  const { lines } = compose('Ann', '1 Forge Lane')
  const pdf = await render(compose('Ann', tall, { seller, lines, note: 'a\n'.repeat(500) }))
  await assertTidy(pdf)
  const items = await readPdfItems(pdf)
  const sku = items.find(({ text }) => text.includes('ABC-1'))
  assert.equal(sku?.page, 1)
  assert.ok((await readPdf(pdf)).length <= 2)
  assert.ok(items.every(({ y }) => y > 841.89 - bottom - 40))
  const word = await render(compose('x'.repeat(300), 'y'.repeat(300)))
  await assertTidy(word)
})
