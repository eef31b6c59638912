import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSkuCandidates, matchPictures } from './match-pictures.ts'

const skus = new Map(['RH26-860', 'RH26', 'A-1', 'b_2'].map(sku => [sku.toLowerCase(), sku]))

function match(...names: string[]) {
  const { matched, further, unknown } = matchPictures(
    names.map(name => new File([], name)),
    skus,
  )
  const list = (files: readonly File[]) => files.map(({ name }) => name)
  return [matched.map(({ sku, file }) => `${sku} ${file.name}`), list(further), list(unknown)]
}

test('a picture finds the tool with the longest SKU that its name begins with', () => {
  assert.deepEqual(match('rh26-860.jpg', 'RH26 front.png', 'A-1_2.webp', 'A-1.jpg', 'B_2.jpeg'), [
    ['A-1 A-1.jpg', 'b_2 B_2.jpeg', 'RH26-860 rh26-860.jpg', 'RH26 RH26 front.png'],
    ['A-1_2.webp'],
    [],
  ])
})

test('a name that begins with no SKU is listed, also if a SKU stands inside or goes on', () => {
  assert.deepEqual(match('IMG_0042.jpg', 'front A-1.jpg', 'A-10.jpg', '.jpg', 'Säge.png'), [
    [],
    [],
    ['.jpg', 'A-10.jpg', 'Säge.png', 'IMG_0042.jpg', 'front A-1.jpg'],
  ])
  assert.deepEqual(listSkuCandidates('RH26-860_side (2).png'), ['RH26-860_side', 'RH26-860', 'RH26'])
})
