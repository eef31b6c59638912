// Runs all tests: those of the code on the embedded database and on PostgreSQL, then those in the browser.
// `TEST_DATABASE_URL` names a PostgreSQL server to use; without it, one is started from the binaries that npm installs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPglite, openInMemoryPglite } from '#db/pglite.ts'
import { unpackChromium } from './browser.ts'
import { copyTemplateDatabase, createEmptyDatabase, environmentNames } from './databases.ts'
import { fillDemoShop, openShop } from './open-shop.ts'
import { startPostgres } from './postgres.ts'

/** Milliseconds for one test; the longest take about 30 s. */
const testTimeout = 120_000
/** Milliseconds for a phase: a test that never yields is not ended by its own time-out. */
const phaseTimeout = 1_800_000

const folder = mkdtempSync(join(tmpdir(), 'ironmonger-tests-'))
// All temporary files are removed with it; PostgreSQL, which may run as another user, has its own in there, too.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
const givenServer = process.env[environmentNames.postgres]
delete process.env[environmentNames.postgres]
const ownServers = givenServer ? [] : await Promise.all([startPostgres(18), startPostgres(15)])
/** The newest and the oldest version that the shop supports. */
const [newest = givenServer ?? '', oldest = newest] = ownServers.map(({ url }) => url)
try {
  process.exitCode = await runAll()
} finally {
  for (const server of ownServers) await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function runAll(): Promise<number> {
  const dump = join(folder, 'demo-shop.tar')
  const emptyFolder = join(folder, 'empty-database')
  const servers = [...new Set([newest, oldest])]
  // Not at once: PGlite blocks this process, and PostgreSQL ends transactions that idle.
  await createEmptyPglite(emptyFolder)
  await dumpDemoShop(dump)
  await Promise.all(servers.map(fillDemoShop))
  const embedded = { [environmentNames.dump]: dump, [environmentNames.emptyFolder]: emptyFolder }
  const onServer = (url: string) => ({ [environmentNames.postgres]: url, [environmentNames.emptyFolder]: emptyFolder })
  // See docs/decisions/008-tests-on-both-databases.md.
  const onPglite = [
    'src/{backup,db,jobs}/**/*.test.ts',
    'src/api/access-matrix.test.ts',
    'src/shop/orders/order-lifecycle.test.ts',
    'src/shop/figures/agreement.test.ts',
    'test/chaos/{crash,race}.test.ts',
  ]
  const onOldest = ['src/{backup,db,jobs,shop}/**/*.test.ts', 'test/chaos/{crash,race}.test.ts']
  const onNewest = [
    'src/{api,config,contract,dev,observability,page-cache,providers,web}/**/*.test.ts',
    '{src,test}/!(cluster|server).test.ts',
    'test/{identity,images}/*.test.ts',
    'test/security/!(slow-clients).test.ts',
  ]
  // These start processes of their own and mostly wait for them.
  const processes = [
    'src/{cluster,server}.test.ts',
    'test/chaos/{restart,searches}.test.ts',
    'test/security/slow-clients.test.ts',
  ]
  const runOnNewest = async () => {
    const code = await runTests('processes', processes, onServer(newest))
    return (await runTests('newest PostgreSQL', onNewest, onServer(newest))) || code
  }
  const codes = await Promise.all([
    runTests('PGlite', onPglite, embedded),
    runTests('oldest PostgreSQL', onOldest, onServer(oldest)),
    runOnNewest(),
  ])
  return [...codes, await runInBrowser()].find(failed => failed !== 0) ?? 0
}

function runTests(heading: string, files: string[], environment: Record<string, string>): Promise<number> {
  const flags = ['--test', '--test-concurrency=1', `--test-timeout=${testTimeout}`]
  const NODE_OPTIONS = `--import=${import.meta.resolve('./drizzle-format-hook.ts')}`
  return run(heading, [...flags, ...files], { ...environment, NODE_OPTIONS })
}

async function runInBrowser(): Promise<number> {
  return run('browser', ['node_modules/@playwright/test/cli.js', 'test'], {
    E2E_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_PAGES_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_SERVICES_DATABASE_URL: await createEmptyDatabase(newest),
    ...(await unpackChromium()),
  })
}

async function createEmptyPglite(dataDir: string): Promise<void> {
  const database = await createPglite({ dataDir })
  await database.close()
}

async function dumpDemoShop(file: string): Promise<void> {
  const database = await openInMemoryPglite()
  const shop = await openShop({}, { database })
  writeFileSync(file, Buffer.from(await (await database.dump()).arrayBuffer()))
  await shop.app.close()
}

/** Runs a Node program to its end and returns its exit code; its output is printed whole, under a heading. */
async function run(heading: string, args: string[], environment: Record<string, string>): Promise<number> {
  const live = heading === 'browser'
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), ...environment },
    stdio: ['ignore', live ? 'inherit' : 'pipe', 'inherit'],
    timeout: phaseTimeout,
  })
  let output = `\n── ${heading}\n`
  child.stdout?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (!live) process.stdout.write(output)
  if (signal) process.stderr.write(`${heading}: ended by ${signal} after ${phaseTimeout} ms\n`)
  return code ?? 1
}
