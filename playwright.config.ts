import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { ServerSpec, ServersSpec } from '#test/e2e/servers.ts'
import { toServiceSettings } from '#test/fakes/services.ts'
import { findChromium } from './test/browser.ts'
import { findFreePort } from './test/free-port.ts'
import { serverFile } from './test/server-file.ts'

/** A free port, chosen once by the runner and inherited by its workers. */
async function choosePort(name: string): Promise<number> {
  process.env[`E2E_PORT_${name}`] ??= String(await findFreePort())
  return Number(process.env[`E2E_PORT_${name}`])
}

/** A demo shop with a port and a folder of its own, on that database or on its embedded one. */
async function defineShop(name: string, databaseUrl = '', environment: Record<string, string> = {}) {
  const folder = `E2E_DATA_DIR_${name}`
  process.env[folder] ??= mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const port = await choosePort(name)
  const data = { DATA_DIR: process.env[folder], DATABASE_URL: databaseUrl }
  // All journeys come from one address, which signs up many accounts.
  const env = { PORT: String(port), RATE_LIMITS: 'off', DEMO_HISTORY: 'off', ...data, ...environment }
  const server: ServerSpec = { args: [serverFile, 'demo'], port, env }
  return { baseURL: `http://127.0.0.1:${port}`, server }
}

const services = {
  identity: await choosePort('IDENTITY'),
  payments: await choosePort('PAYMENTS'),
  images: await choosePort('IMAGES'),
  smtp: await choosePort('SMTP'),
  mails: await choosePort('MAILS'),
}
process.env.E2E_SERVICES = JSON.stringify(services)

const { E2E_DATABASE_URL, E2E_PAGES_DATABASE_URL, E2E_SERVICES_DATABASE_URL } = process.env
const pages = await defineShop('PAGES', E2E_PAGES_DATABASE_URL)
const embedded = await defineShop('EMBEDDED')
const postgres = E2E_DATABASE_URL ? [await defineShop('POSTGRES', E2E_DATABASE_URL)] : []
const onServices = await defineShop('SERVICES', E2E_SERVICES_DATABASE_URL, toServiceSettings(services))
const fakes: ServerSpec = {
  args: ['test/fakes/services.ts'],
  port: services.mails,
  env: { SERVICES: JSON.stringify(services), SHOP: onServices.baseURL },
}
const readyPort = await choosePort('READY')
const servers = [...[pages, embedded, ...postgres, onServices].map(each => each.server), fakes]

const journeys = 'journeys/*.spec.ts'
const servicesJourneys = 'services/*.spec.ts'

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./test/summary-reporter.ts']],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findChromium(), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'pages', testIgnore: [journeys, servicesJourneys], use: { baseURL: pages.baseURL } },
    // What buyers and admins do to the data, on both databases.
    { name: 'embedded', testMatch: journeys, use: { baseURL: embedded.baseURL } },
    ...postgres.map(({ baseURL }) => ({ name: 'postgres', testMatch: journeys, use: { baseURL } })),
    // Firebase, Stripe, S3 and SMTP together, over the network.
    { name: 'services', testMatch: servicesJourneys, use: { baseURL: onServices.baseURL } },
  ],
  webServer: {
    command: 'node test/e2e/servers.ts',
    port: readyPort,
    timeout: 90_000,
    env: { E2E_SERVERS: JSON.stringify({ servers, readyPort } satisfies ServersSpec) },
  },
})
