// Runs the main tests; with the argument `all`, the further ones too (`npm run test:all`). PostgreSQL servers are started
// from the binaries that npm installs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The demo shop's hashes have to be those that the tests expect.
import './cheap-hashing-hook.ts'
import { createPglite, openInMemoryPglite } from '#db/pglite.ts'
import { unpackChromium } from './browser.ts'
import { copyTemplateDatabase, createEmptyDatabase, environmentNames } from './databases.ts'
import { fillDemoShop, openShop } from './open-shop.ts'
import { furtherPhases, mainPhases, type Phase } from './phases.ts'
import { startPostgres } from './postgres.ts'

/** For one test, on a busy machine; the longest take about 30 s on a quiet one. */
const testTimeoutMs = 400_000
/** For a phase: a test that never yields is not ended by its own time-out. */
const phaseTimeoutMs = 1_800_000

/** All tests together have an hour; the bench takes ten minutes on a quiet machine, and twenty on a slow one. */
const latestBenchMs = 2_100_000

/** Reporters list what failed at their end. */
const failureCharacters = 4_000

const runsAll = process.argv[2] === 'all'
const startedAt = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'ironmonger-tests-'))
// All temporary files are removed with it; PostgreSQL, which may run as another user, has its own in there, too.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
const servers: Awaited<ReturnType<typeof startPostgres>>[] = []
let newest = ''
let oldest = ''
const dump = join(folder, 'demo-shop.tar')
const emptyFolder = join(folder, 'empty-database')
const results: { name: string; seconds: number; code: number; output: string }[] = []
try {
  newest = await startServer(18)
  if (runsAll) oldest = await startServer(15)
  await prepareDatabases()
  await Promise.all(mainPhases.map(runPhase))
  await runInBrowser('browser', ['pages', 'journeys'])
  if (runsAll) {
    for (const phase of furtherPhases) await runPhase(phase)
    await runInBrowser('browser, further tests', ['details', 'journeys-postgres', 'services'])
    if (Date.now() - startedAt < latestBenchMs) await runBench()
    else process.stdout.write('\nleft out on a machine this slow: bench\n')
  }
  printResults()
} finally {
  for (const server of servers) await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function startServer(version: 15 | 18): Promise<string> {
  const server = await startPostgres(version)
  servers.push(server)
  return server.url
}

async function prepareDatabases(): Promise<void> {
  // Not at once: PGlite blocks this process, and PostgreSQL ends transactions that idle.
  const database = await createPglite({ dataDir: emptyFolder })
  await database.close()
  await dumpDemoShop()
  await Promise.all([newest, oldest].filter(url => url !== '').map(fillDemoShop))
}

async function dumpDemoShop(): Promise<void> {
  const database = await openInMemoryPglite()
  const shop = await openShop({}, { database })
  writeFileSync(dump, Buffer.from(await (await database.dump()).arrayBuffer()))
  await shop.app.close()
}

async function runPhase(phase: Phase): Promise<void> {
  const flags = ['--test', `--test-concurrency=${phase.concurrency}`, `--test-timeout=${testTimeoutMs}`]
  const hooks = ['./drizzle-format-hook.ts', ...(phase.hashesAsInProduction ? [] : ['./cheap-hashing-hook.ts'])]
  const environment = {
    ...getDatabaseSettings(phase),
    [environmentNames.emptyFolder]: emptyFolder,
    NODE_OPTIONS: ['--max-semi-space-size=64', ...hooks.map(hook => `--import=${import.meta.resolve(hook)}`)].join(' '),
  }
  await run(phase.name, [...flags, ...writeEntries(phase)], environment, 'whole')
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

/** Checks that each part of the bench runs, on small shops. */
async function runBench(): Promise<void> {
  await run('bench', ['bench/run.ts', '--quick', '--stored'], await unpackChromium(), 'live')
}

async function runInBrowser(name: string, projects: readonly string[]): Promise<void> {
  const environment = {
    E2E_PROJECTS: projects.join(),
    E2E_PAGES_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_DATABASE_URL: await copyTemplateDatabase(newest),
    E2E_SERVICES_DATABASE_URL: await createEmptyDatabase(newest),
    // Journeys on PostgreSQL look at the same pages with it.
    E2E_AXE: projects.includes('journeys') ? 'off' : 'on',
    ...(await unpackChromium()),
  }
  await run(name, ['node_modules/@playwright/test/cli.js', 'test'], environment, 'live')
}

/** Runs a Node program to its end. The output of programs that run at the same time is printed whole, afterwards. */
async function run(
  name: string,
  args: string[],
  environment: Record<string, string>,
  output: 'live' | 'whole',
): Promise<void> {
  const began = Date.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache'), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: phaseTimeoutMs,
  })
  let text = `\n── ${name}\n`
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (output === 'live') process.stdout.write(part)
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  const seconds = Math.round((Date.now() - began) / 1000)
  if (output === 'whole') process.stdout.write(text)
  if (signal) process.stderr.write(`${name}: ended by ${signal} after ${seconds} s\n`)
  results.push({ name, seconds, code: code ?? 1, output: text })
}

/** The failures come last, since some logs keep no more than their end. */
function printResults(): void {
  for (const { name, output } of results.filter(({ code, output }) => code !== 0 || / flaky$/m.test(output)))
    process.stdout.write(`\n── how '${name}' ended\n${output.slice(-failureCharacters)}\n`)
  process.stdout.write('\n')
  for (const { name, seconds, code } of results)
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} in ${String(seconds).padStart(4)} s: ${name}\n`)
  process.stdout.write(`all ended after ${Math.round((Date.now() - startedAt) / 1000)} s\n`)
  process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
}
