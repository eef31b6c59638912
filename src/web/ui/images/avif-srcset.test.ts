import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildAvifSrcSet } from './avif-srcset.ts'

const name = '0123456789abcdef0123456789abcdef'

test('bundled images and images uploaded to the shop or a bucket have an AVIF srcset', () => {
  assert.equal(
    buildAvifSrcSet('/images/claw-hammer-800.webp'),
    '/images/claw-hammer-320.avif 320w, /images/claw-hammer-480.avif 480w, /images/claw-hammer-800.avif 800w',
  )
  for (const bucket of ['', 'https://images.shop.example', 'http://127.0.0.1:9000/shop', 'https://cdn.webp.co/a/b~1']) {
    const base = `${bucket}/images/${name}`
    assert.equal(
      buildAvifSrcSet(`${base}-800.webp`),
      `${base}-320.avif 320w, ${base}-480.avif 480w, ${base}-800.avif 800w`,
    )
  }
})

test('other URLs have no srcset', () => {
  const bucket = 'https://images.shop.example'
  const others = [
    '',
    '/images/avatars/r01.svg',
    '/images/../images/claw-hammer-800.webp',
    '//evil.example/images/claw-hammer-800.webp',
    `//evil.example/images/${name}-800.webp`,
    `${bucket}/images/claw-hammer-800.webp`,
    `${bucket}/images/${name}-800.webp?x`,
    `${bucket}/images/${name}-800.webp#x`,
    `${bucket}/images/${name}-800.webp\n`,
    `${bucket}/images/${name}-480.webp`,
    `${bucket}/images/${name}a-800.webp`,
    `${bucket}/images/${name.toUpperCase()}-800.webp`,
    `${bucket}/${name}-800.webp`,
    `${bucket}/a b/images/${name}-800.webp`,
    `${bucket}/a,b/images/${name}-800.webp`,
    `${bucket}/?/images/${name}-800.webp`,
    `https://user@evil.example/images/${name}-800.webp`,
    `ftp://evil.example/images/${name}-800.webp`,
    `javascript:alert(1)/images/${name}-800.webp`,
    `data:text/html,/images/${name}-800.webp`,
    `https://i.ibb.co/w04Prt6/${name}.webp`,
  ]
  assert.deepEqual(
    others.filter(other => buildAvifSrcSet(other) !== undefined),
    [],
  )
})
