// Runs all tests: those of the code on the embedded database and on PostgreSQL, then those in the browser.
// `TEST_DATABASE_URL` names a PostgreSQL server to use; without it, one is started from the binaries that npm installs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openInMemoryPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import { createDatabase, createDemoShop, createEmptyDatabase, variables } from './databases.ts'
import { openShop } from './open-shop.ts'
import { startPostgres } from './postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'ironmonger-tests-'))
// PostgreSQL, which may have to run as somebody else, has its files in there.
chmodSync(folder, 0o711)
const own = process.env[variables.postgres] ? undefined : await startPostgres()
const server = own?.url ?? process.env[variables.postgres] ?? ''
delete process.env[variables.postgres]
try {
  process.exitCode = await runAll()
} finally {
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function runAll(): Promise<number> {
  const dump = join(folder, 'demo-shop.tar')
  await Promise.all([dumpDemoShop(dump), fillDemoShop()])
  const tests = (...files: string[]) => ['--test', '--test-concurrency=1', ...files]
  // What is true of data is tried on both databases, what lies in front of it or beside it on one.
  const data = [
    'src/{backup,db,jobs,shop}/**/*.test.ts',
    'src/providers/{identity,mail,payments}/*.test.ts',
    'test/chaos/{crash,race}.test.ts',
  ]
  const beside = [
    'src/{config,contract,dev,observability,page-cache,web}/**/*.test.ts',
    'src/providers/images/*.test.ts',
  ]
  const inFront = ['src/api/**/*.test.ts', 'test/security/*.test.ts', 'test/chaos/restart.test.ts']
  const onBoth = await Promise.all([
    run('PGlite', tests(...data, ...beside, '{src,test}/*.test.ts'), { [variables.dump]: dump }),
    run('PostgreSQL', tests(...data, ...inFront), { [variables.postgres]: server }),
  ])
  const inBrowser = await run('browser', ['node_modules/@playwright/test/cli.js', 'test'], {
    E2E_DATABASE_URL: await createDatabase(server),
    E2E_SERVICES_DATABASE_URL: await createEmptyDatabase(server),
  })
  return [...onBoth, inBrowser].find(failed => failed !== 0) ?? 0
}

async function dumpDemoShop(file: string): Promise<void> {
  const database = await openInMemoryPglite()
  const shop = await openShop({}, { database })
  writeFileSync(file, Buffer.from(await (await database.dump()).arrayBuffer()))
  await shop.store.close()
}

async function fillDemoShop(): Promise<void> {
  const shop = await openShop({}, { database: await openPostgres(await createDemoShop(server), () => {}) })
  await shop.store.close()
}

/** Runs a Node program to its end and tells its exit code; its output comes whole, under a heading. */
async function run(heading: string, args: string[], environment: Record<string, string>): Promise<number> {
  const live = heading === 'browser'
  const child = spawn(process.execPath, args, {
    // What tests leave behind goes with the folder.
    env: { ...process.env, TMPDIR: folder, ...environment },
    stdio: ['ignore', live ? 'inherit' : 'pipe', 'inherit'],
  })
  let output = `\n── ${heading}\n`
  child.stdout?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (!live) process.stdout.write(output)
  return code ?? 1
}
