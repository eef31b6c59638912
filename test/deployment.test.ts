import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import S3rver from 's3rver'
import { parse } from 'yaml'
import { runCommand } from './container/run-command.ts'
import { findFreePort } from './free-port.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

interface Service {
  image?: string
  build?: string
  environment?: Record<string, unknown>
  depends_on?: Record<string, { condition: string }> | string[]
  configs?: { source: string }[]
  volumes?: string[]
  entrypoint?: string[]
  restart?: string
  mem_limit?: string
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
}

interface Compose {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
  networks?: Record<string, { enable_ipv6?: boolean }>
  volumes: Record<string, null>
}

const compose: Compose = parse(read('deploy/compose.yaml'))

const listDependencies = ({ depends_on: names = [] }: Service) => (Array.isArray(names) ? names : Object.keys(names))

test('no file with secrets and no backup enters the build of the container image', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const pattern of ['**/.env*', '**/*.backup*', 'data', '.git']) assert.ok(ignored.includes(pattern), pattern)
})

test('what the compose file refers to is defined there, and what it asks for is documented', () => {
  const { services, configs, volumes } = compose
  for (const [name, service] of Object.entries(services)) {
    assert.ok(service.image ?? service.build, name)
    for (const other of listDependencies(service)) assert.ok(services[other], `${name} needs ${other}`)
    for (const { source } of service.configs ?? []) assert.ok(configs[source]?.content, `${name}: ${source}`)
    for (const [volume = ''] of (service.volumes ?? []).map(each => each.split(':')))
      assert.ok(volume in volumes, `${name}: ${volume}`)
  }
  const variables = Object.keys(services.shop?.environment ?? {})
  const documented = read('.env.example')
  for (const name of variables) assert.match(documented, new RegExp(`^(# )?${name}=`, 'm'), name)
})

test('the proxy sees the addresses of visitors by IPv6, who would share one otherwise', () => {
  assert.equal(compose.networks?.default?.enable_ipv6, true)
})

test('the shop may do no more than in Kubernetes', () => {
  const [container] = parse(read('deploy/kubernetes/deployment.yaml')).spec.template.spec.containers
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext
  const { shop } = compose.services
  assert.deepEqual(
    [shop?.mem_limit, shop?.read_only, shop?.cap_drop, shop?.security_opt],
    [
      container.resources.limits.memory.replace('Gi', 'g'),
      readOnlyRootFilesystem,
      capabilities.drop,
      [`no-new-privileges:${!allowPrivilegeEscalation}`],
    ],
  )
  const written = container.volumeMounts.flatMap((mount: { mountPath: string; readOnly?: boolean }) =>
    mount.readOnly ? [] : mount.mountPath,
  )
  const inCompose = [...(shop?.volumes ?? []).map(volume => volume.split(':')[1]), ...(shop?.tmpfs ?? [])]
  assert.deepEqual(inCompose, written)
})

test('every image is pinned by an exact version', () => {
  const images = Object.values(compose.services).flatMap(({ image }) => image ?? [])
  assert.equal(images.length, 4)
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  for (const image of images) assert.match(image, /^[\w/]+:\d+(\.\d+)+$/)
  assert.equal(new Set(bases).size, 1)
})

test('the shop starts when its bucket is there', () => {
  const { shop, bucket } = compose.services
  assert.ok(shop?.depends_on && !Array.isArray(shop.depends_on))
  assert.equal(shop.depends_on.bucket?.condition, 'service_completed_successfully')
  assert.equal(bucket?.restart, 'on-failure')
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('the service that creates the bucket may run again', { skip: !hasCurl && 'needs curl' }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ironmonger-bucket-'))
  const port = await findFreePort()
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [] })
  const server = createServer(s3.callback()).listen(port, '127.0.0.1')
  const [shell = '', flags = '', script = ''] = compose.services.bucket?.entrypoint ?? []
  // S3rver has one account.
  const command = script
    .replaceAll('$$', '$')
    .replace('"shop:', '"S3RVER:')
    .replace('http://pictures:8333', `http://127.0.0.1:${port}`)
  try {
    for (let run = 0; run < 2; run++) {
      await runCommand(shell, [flags, command], { env: { ...process.env, S3_SECRET: 'S3RVER' } })
      assert.deepEqual(readdirSync(directory), ['pictures'])
    }
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(directory, { recursive: true, force: true })
  }
})

test('of the image store, the proxy passes reads of images only, which no browser runs', () => {
  const caddy = read('deploy/compose.yaml').split('  caddy:\n')[1] ?? ''
  const blocks = [...caddy.matchAll(/^ {8}(\S.*) \{\n([\s\S]*?)^ {8}\}/gm)].map(([, name, content = '']) => [
    name,
    content
      .split('\n')
      .map(line => line.trim())
      .filter(line => line && !line.startsWith('#')),
  ])
  assert.deepEqual(Object.fromEntries(blocks), {
    '@images': ['method GET HEAD', 'path /pictures/images/*'],
    'handle @images': [
      'header >X-Content-Type-Options nosniff',
      `header >Content-Security-Policy "default-src 'none'; sandbox"`,
      'reverse_proxy pictures:8333',
    ],
    'handle /pictures/*': ['respond 404'],
    handle: ['reverse_proxy shop:3000 {', 'transport http {', 'keepalive 60s', '}', '}'],
  })
})

test('the bill of materials names each dependency, and no package that is only for development', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const { stdout } = spawnSync(process.execPath, ['scripts/sbom.ts'], { encoding: 'utf8', maxBuffer: 1e8 })
  const { components }: { components: { name: string }[] } = JSON.parse(stdout)
  const names = new Set(components.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(dependencies).filter(name => !names.has(name)),
    [],
  )
  assert.deepEqual(
    ['vite', 'knip', '@biomejs/biome'].filter(name => name in devDependencies && names.has(name)),
    [],
  )
})
