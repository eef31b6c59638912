// Runs the tests that prove the shop as people run it; with the argument `all`, the further ones too (`npm run test:all`).
// `TEST_DATABASE_URL` names a PostgreSQL server to use; without it, servers are started from the binaries that npm installs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import './cheap-hashing-hook.ts'
import { createPglite, openInMemoryPglite } from '#db/pglite.ts'
import { unpackChromium } from './browser.ts'
import { copyTemplateDatabase, createEmptyDatabase, environmentNames } from './databases.ts'
import { fillDemoShop, openShop } from './open-shop.ts'
import { furtherPhases, mainPhases, type Phase } from './phases.ts'
import { startPostgres } from './postgres.ts'

/** Milliseconds for one test, on a busy machine; the longest take about 30 s on a quiet one. */
const testTimeout = 400_000
/** Milliseconds for a phase: a test that never yields is not ended by its own time-out. */
const phaseTimeout = 1_800_000

const runsAll = process.argv[2] === 'all'
const startedAt = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'ironmonger-tests-'))
// All temporary files are removed with it; PostgreSQL, which may run as another user, has its own in there, too.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
const givenServer = process.env[environmentNames.postgres]
delete process.env[environmentNames.postgres]
const versions = runsAll ? ([18, 15] as const) : ([18] as const)
const ownServers = givenServer ? [] : await Promise.all(versions.map(version => startPostgres(version)))
const [newest = givenServer ?? '', oldest = newest] = ownServers.map(({ url }) => url)
const dump = join(folder, 'demo-shop.tar')
const emptyFolder = join(folder, 'empty-database')
const results: { name: string; seconds: number; code: number }[] = []
try {
  await prepareDatabases()
  await Promise.all(mainPhases.map(runPhase))
  await runInBrowser('browser', ['pages', 'journeys'])
  if (runsAll) {
    for (const phase of furtherPhases) await runPhase(phase)
    await runInBrowser('browser, further tests', ['details', 'journeys-postgres', 'services'])
  }
  printResults()
} finally {
  for (const server of ownServers) await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function prepareDatabases(): Promise<void> {
  // Not at once: PGlite blocks this process, and PostgreSQL ends transactions that idle.
  const database = await createPglite({ dataDir: emptyFolder })
  await database.close()
  await dumpDemoShop()
  await Promise.all([...new Set([newest, oldest])].map(fillDemoShop))
}

async function dumpDemoShop(): Promise<void> {
  const database = await openInMemoryPglite()
  const shop = await openShop({}, { database })
  writeFileSync(dump, Buffer.from(await (await database.dump()).arrayBuffer()))
  await shop.app.close()
}

async function runPhase(phase: Phase): Promise<void> {
  const flags = ['--test', `--test-concurrency=${phase.concurrency}`, `--test-timeout=${testTimeout}`]
  const hooks = ['./drizzle-format-hook.ts', ...(phase.hashesAsInProduction ? [] : ['./cheap-hashing-hook.ts'])]
  await run(phase.name, [...flags, ...writeEntries(phase)], {
    ...getDatabaseSettings(phase),
    [environmentNames.emptyFolder]: emptyFolder,
    NODE_OPTIONS: ['--max-semi-space-size=64', ...hooks.map(hook => `--import=${import.meta.resolve(hook)}`)].join(' '),
  })
}

function getDatabaseSettings({ database }: Phase): Record<string, string> {
  if (database === 'PGlite') return { [environmentNames.dump]: dump }
  return { [environmentNames.postgres]: database === 'newest PostgreSQL' ? newest : oldest }
}

/** Writes a program for each process of the phase, which runs its test files one after the other, each as a suite. */
function writeEntries({ name, processes }: Phase): string[] {
  const entries = join(folder, 'entries', name)
  mkdirSync(entries, { recursive: true })
  return processes.map((patterns, index) => {
    const files = globSync(patterns).sort()
    if (files.length === 0) throw new Error(`No test file fits ${patterns}.`)
    const suites = files.map(file => {
      const url = new URL(`../${file}`, import.meta.url).href
      return `suite(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}) })`
    })
    const entry = join(entries, `${index}.test.mjs`)
    // Imported here, its hook that checks the stock after each test applies to all suites.
    const openShopModule = import.meta.resolve('./open-shop.ts')
    const imports = [`import { suite } from 'node:test'`, `import ${JSON.stringify(openShopModule)}`]
    writeFileSync(entry, [...imports, ...suites, ''].join('\n'))
    return entry
  })
}

async function runInBrowser(name: string, projects: readonly string[]): Promise<void> {
  await run(name, ['node_modules/@playwright/test/cli.js', 'test', ...projects.map(each => `--project=${each}`)], {
    E2E_PROJECTS: projects.join(),
    E2E_PAGES_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_SERVICES_DATABASE_URL: await createEmptyDatabase(newest),
    ...(await unpackChromium()),
  })
}

/** Runs a Node program to its end; the output of phases is printed whole, since several run at the same time. */
async function run(name: string, args: string[], environment: Record<string, string>): Promise<void> {
  const live = name.startsWith('browser')
  const began = Date.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), ...environment },
    stdio: ['ignore', live ? 'inherit' : 'pipe', 'inherit'],
    timeout: phaseTimeout,
  })
  let output = `\n── ${name}\n`
  child.stdout?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (!live) process.stdout.write(output)
  if (signal) process.stderr.write(`${name}: ended by ${signal} after ${phaseTimeout} ms\n`)
  results.push({ name, seconds: Math.round((Date.now() - began) / 1000), code: code ?? 1 })
}

function printResults(): void {
  process.stdout.write('\n')
  for (const { name, seconds, code } of results)
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} in ${String(seconds).padStart(4)} s: ${name}\n`)
  process.stdout.write(`all ended after ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
}
