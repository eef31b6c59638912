import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('no file with secrets and no backup enters the build of the container image', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const pattern of ['**/.env*', '**/*.backup*', 'data', '.git']) assert.ok(ignored.includes(pattern), pattern)
})

test('of the image store, the proxy passes reads of images only, which no browser runs', () => {
  const caddy = read('deploy/compose.yaml').split('  caddy:\n')[1] ?? ''
  const blocks = [...caddy.matchAll(/^ {8}(\S.*) \{\n([\s\S]*?)^ {8}\}/gm)].map(([, name, content = '']) => [
    name,
    content
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  ])
  assert.deepEqual(Object.fromEntries(blocks), {
    '@images': ['method GET HEAD', 'path /pictures/images/*'],
    'handle @images': [
      'header >X-Content-Type-Options nosniff',
      `header >Content-Security-Policy "default-src 'none'; sandbox"`,
      'reverse_proxy pictures:8333',
    ],
    'handle /pictures/*': ['respond 404'],
    handle: ['reverse_proxy shop:3000'],
  })
})
