import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type Project } from '@playwright/test'
import type { ServerSpec, ServersSpec } from '#test/e2e/servers.ts'
import { toServiceSettings } from '#test/fakes/services.ts'
import { findChromium } from './test/browser.ts'
import { findFreePort } from './test/free-port.ts'
import { serverFile } from './test/server-file.ts'

const hashingHook = new URL('./test/cheap-hashing-hook.ts', import.meta.url).href

/** Chromium starts a process for each page otherwise, which takes a tenth of the time of all tests. */
const fewerProcesses = [
  '--disable-features=IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=2',
]

/** A free port, chosen once by the runner and inherited by its workers. */
async function choosePort(name: string): Promise<number> {
  process.env[`E2E_PORT_${name}`] ??= String(await findFreePort())
  return Number(process.env[`E2E_PORT_${name}`])
}

interface Site {
  baseURL: string
  servers: readonly ServerSpec[]
}

/** A demo shop with a port and a folder of its own, on that database or on its embedded one. */
async function defineSite(name: string, databaseUrl = '', environment: Record<string, string> = {}): Promise<Site> {
  const folder = `E2E_DATA_DIR_${name}`
  process.env[folder] ??= mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const port = await choosePort(name)
  const data = { DATA_DIR: process.env[folder], DATABASE_URL: databaseUrl }
  // All journeys come from one address, which signs up many accounts.
  const env = { PORT: String(port), RATE_LIMITS: 'off', DEMO_HISTORY: 'off', ...data, ...environment }
  const shop: ServerSpec = { args: [`--import=${hashingHook}`, serverFile, 'demo'], port, env }
  return { baseURL: `http://127.0.0.1:${port}`, servers: [shop] }
}

const services = {
  payments: await choosePort('PAYMENTS'),
  images: await choosePort('IMAGES'),
  smtp: await choosePort('SMTP'),
  mails: await choosePort('MAILS'),
  oidc: await choosePort('OIDC'),
}
process.env.E2E_SERVICES = JSON.stringify(services)

const { E2E_DATABASE_URL, E2E_PAGES_DATABASE_URL, E2E_SERVICES_DATABASE_URL, E2E_PROJECTS } = process.env
const onServices = await defineSite('SERVICES', E2E_SERVICES_DATABASE_URL, {
  ...toServiceSettings(services),
  REQUIRE_VERIFIED_EMAIL: 'on',
})
const fakes: ServerSpec = {
  args: ['test/fakes/services.ts'],
  port: services.mails,
  env: { SERVICES: JSON.stringify(services), SHOP: onServices.baseURL },
}
const pagesSite = await defineSite('PAGES', E2E_PAGES_DATABASE_URL)

/** By name: `test/run.ts` tells which of them `npm test` runs. */
const projects: Record<string, Project & { site: Site }> = {
  pages: { testMatch: 'pages/*.spec.ts', grepInvert: /@detail/, site: pagesSite },
  details: { testMatch: '{pages,details}/*.spec.ts', grep: /@detail|details\//, site: pagesSite },
  // What buyers and admins do to the data.
  journeys: {
    testMatch: 'journeys/*.spec.ts',
    metadata: { withoutAxe: process.env.E2E_AXE === 'off' },
    site: await defineSite('EMBEDDED'),
  },
  ...(E2E_DATABASE_URL && {
    'journeys-postgres': { testMatch: 'journeys/*.spec.ts', site: await defineSite('POSTGRES', E2E_DATABASE_URL) },
  }),
  // Stripe, S3 and SMTP together, over the network, and emails that have to be verified.
  services: {
    testMatch: 'services/*.spec.ts',
    site: { baseURL: onServices.baseURL, servers: [...onServices.servers, fakes] },
  },
}
const names = E2E_PROJECTS?.split(',') ?? Object.keys(projects)
const chosen = Object.entries(projects).filter(([name]) => names.includes(name))
const servers = [...new Set(chosen.flatMap(([, { site }]) => site.servers))]
const readyPort = await choosePort('READY')

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  // For a machine that is twelve times as busy as it can be.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Whatever passes only when it is repeated is listed as flaky, at the end of all tests, to be mended.
  retries: 1,
  // Each failing test waits for its deadline.
  maxFailures: 10,
  reporter: [['list'], ['./test/summary-reporter.ts']],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findChromium(), args: ['--no-sandbox', ...fewerProcesses] },
  },
  projects: chosen.map(([name, { site, ...project }]) => ({ ...project, name, use: { baseURL: site.baseURL } })),
  webServer: {
    command: `"${process.execPath}" test/e2e/servers.ts`,
    port: readyPort,
    timeout: 240_000,
    env: { E2E_SERVERS: JSON.stringify({ servers, readyPort } satisfies ServersSpec) },
  },
})
