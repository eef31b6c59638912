import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as postgresql from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#config/config.ts'

const folder = new URL('../deploy/kubernetes/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: never
}

interface Kustomization {
  resources: string[]
  images: { name: string; newTag: string }[]
  configMapGenerator: { name: string; literals: string[] }[]
}

type Model = new (manifest: never) => { validate(): void }

/** Kinds whose schemas are published as packages: all but the backup plugin's `ObjectStore`. */
const models: Record<string, Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'postgresql.cnpg.io/v1': postgresql,
}

const kustomization: Kustomization = parse(read('kustomization.yaml'))
const manifests = kustomization.resources.flatMap(file =>
  parseAllDocuments(read(file)).map(document => ({ file, manifest: document.toJS() as Manifest })),
)

function find<Spec>(kind: string, name: string): Spec {
  const found = manifests.find(({ manifest }) => manifest.kind === kind && manifest.metadata.name === name)
  assert.ok(found, `${kind} ${name}`)
  return found.manifest.spec
}

interface PodSpec {
  terminationGracePeriodSeconds: number
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  containers: Container[]
  volumes: { name: string }[]
}

interface Container {
  image: string
  ports: { name: string; containerPort: number }[]
  envFrom: { configMapRef: { name: string } }[]
  env: {
    name: string
    value?: string
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } }
  }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: { readOnlyRootFilesystem: boolean }
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
}

interface Probe {
  httpGet: { path: string; port: string }
}

interface Deployment {
  selector: { matchLabels: Record<string, string> }
  strategy: { rollingUpdate: { maxUnavailable: number } }
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec }
}

const deployment = find<Deployment>('Deployment', 'shop')
const pod = deployment.template.spec
const [container] = pod.containers
assert.ok(container)

/** The environment of the container, with values in place of those of secrets. */
function buildEnvironment(secrets: Record<string, string>): Record<string, string> {
  const [configMap] = kustomization.configMapGenerator
  const literals = configMap?.literals.map(literal => /^(\w+)=(.*)$/.exec(literal)?.slice(1) ?? [literal, '']) ?? []
  const environment: Record<string, string> = Object.fromEntries(literals)
  for (const { name, value, valueFrom } of container?.env ?? []) {
    const reference = valueFrom?.secretKeyRef
    if (reference?.optional) continue
    const text = reference ? secrets[`${reference.name}/${reference.key}`] : value
    assert.ok(text, `${name} has a value`)
    environment[name] = text.replace(
      /\$\((\w+)\)/g,
      (_, variable: string) => environment[variable] ?? assert.fail(variable),
    )
  }
  return environment
}

test('every manifest is listed and follows its published schema', () => {
  const files = readdirSync(folder).filter(file => file !== 'kustomization.yaml')
  assert.deepEqual(kustomization.resources.toSorted(), files.toSorted())
  for (const { file, manifest } of manifests) {
    if (manifest.kind === 'ObjectStore') continue
    const Model = models[manifest.apiVersion]?.[manifest.kind] as Model | undefined
    assert.ok(Model, `${file}: a schema of ${manifest.apiVersion} ${manifest.kind}`)
    assert.doesNotThrow(() => new Model(manifest as never).validate(), `${file}: ${manifest.kind}`)
  }
})

test('the shop starts in production with the settings of its Deployment', () => {
  const environment = buildEnvironment({
    'shop/SECRET': 'a'.repeat(32),
    'shop/STRIPE_SECRET_KEY': 'sk_live_1',
    'shop/STRIPE_PUBLISHABLE_KEY': 'pk_live_1',
    'shop/STRIPE_WEBHOOK_SECRET': 'whsec_1',
    'shop/SMTP_URL': 'smtps://user:password@mail.example',
    'shop/S3_ACCESS_KEY_ID': 'key',
    'shop/S3_SECRET_ACCESS_KEY': 'secret',
    'database-app/password': 'password',
  })
  const config = readConfig({ ...environment, DATA_DIR: '/data' }, 'production')
  const hosts = [config.databaseUrl, config.databaseDirectUrl].map(url => new URL(url ?? '').hostname)
  assert.deepEqual(hosts, ['database-pooler', 'database-rw'])
  assert.equal(config.trustedProxies, 1)
  assert.equal(container.envFrom[0]?.configMapRef.name, kustomization.configMapGenerator[0]?.name)
})

test('no manifest holds a secret', () => {
  assert.deepEqual(
    manifests.filter(({ manifest }) => manifest.kind === 'Secret'),
    [],
  )
  for (const file of readdirSync(folder))
    assert.doesNotMatch(read(file), /sk_live|whsec_|:\/\/[^\s$@]+:[^\s$@]+@/, file)
})

test('the shop runs as the image’s user with a read-only root file system and what it writes mounted', () => {
  assert.ok(pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser === 1000)
  assert.ok(container.securityContext.readOnlyRootFilesystem)
  const volumes = pod.volumes.map(({ name }) => name)
  for (const { name } of container.volumeMounts) assert.ok(volumes.includes(name), name)
  const paths = container.volumeMounts.map(({ mountPath }) => mountPath)
  for (const path of ['/data', '/tmp']) assert.ok(paths.includes(path), path)
})

test('probes, services and policies name ports of the container, and select its labels', () => {
  const ports = container.ports.map(({ name }) => name)
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  assert.deepEqual(
    probes.map(({ httpGet }) => [httpGet.path, httpGet.port]),
    [
      ['/healthz', 'http'],
      ['/readyz', 'http'],
      ['/healthz', 'http'],
    ],
  )
  const site = readFileSync(new URL('../src/serving/site.ts', import.meta.url), 'utf8')
  for (const { httpGet } of probes) assert.ok(site.includes(`app.get('${httpGet.path}'`), httpGet.path)
  const service = find<{ selector: object; ports: { targetPort: string }[] }>('Service', 'shop')
  const network = find<{ podSelector: { matchLabels: object }; ingress: { ports: { port: string }[] }[] }>(
    'NetworkPolicy',
    'shop',
  )
  const disruption = find<{ selector: { matchLabels: object } }>('PodDisruptionBudget', 'shop')
  const named = [...service.ports.map(({ targetPort }) => targetPort)]
  named.push(...network.ingress.flatMap(rule => rule.ports.map(({ port }) => port)))
  for (const port of named) assert.ok(ports.includes(port), port)
  const { labels } = deployment.template.metadata
  const selectors = [service.selector, network.podSelector.matchLabels, disruption.selector.matchLabels]
  for (const selector of [...selectors, deployment.selector.matchLabels]) assert.deepEqual(selector, labels)
})

test('only the ingress controller reaches the pages, and only the monitoring the metrics', () => {
  const { ingress } = find<{ ingress: { ports: { port: string }[]; from?: unknown }[] }>('NetworkPolicy', 'shop')
  const ofNamespace = (name: string) => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ]
  assert.deepEqual(
    ingress.map(({ ports, from }) => [ports.map(({ port }) => port), from]),
    [
      [['http'], ofNamespace('ingress-nginx')],
      [['metrics'], ofNamespace('monitoring')],
    ],
  )
})

test('restarts leave no gap, and the process has time to answer what it has begun', () => {
  assert.equal(deployment.strategy.rollingUpdate.maxUnavailable, 0)
  const server = readFileSync(new URL('../src/server.ts', import.meta.url), 'utf8')
  const [notice = 0, drain = 0] = ['drainNoticeMs', 'drainTimeoutMs'].map(name =>
    Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(server)?.[1]?.replace('_', '')),
  )
  assert.ok(pod.terminationGracePeriodSeconds * 1000 >= notice + drain + 5_000)
})

test('the database limits how long statements take, and its certificate names the pooler', () => {
  const cluster = find<{
    bootstrap: { initdb: { owner: string; postInitApplicationSQL: string[] } }
    certificates: { serverAltDNSNames: string[] }
    plugins: { parameters: { barmanObjectName: string } }[]
  }>('Cluster', 'database')
  const { owner, postInitApplicationSQL } = cluster.bootstrap.initdb
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    assert.ok(postInitApplicationSQL.includes(`alter role ${owner} set ${name} = '10s'`), name)
  assert.deepEqual(cluster.certificates.serverAltDNSNames, ['database-pooler'])
  find('ObjectStore', cluster.plugins[0]?.parameters.barmanObjectName ?? '')
  for (const [kind, name] of [
    ['Pooler', 'database-pooler'],
    ['ScheduledBackup', 'database'],
  ] as const)
    assert.equal(find<{ cluster: { name: string } }>(kind, name).cluster.name, 'database')
  assert.equal(find<{ type: string; pgbouncer: { poolMode: string } }>('Pooler', 'database-pooler').type, 'rw')
})
