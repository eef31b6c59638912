import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { servicesAt } from '#test/fakes/services.ts'
import { chromiumPath } from './test/browser.ts'
import { freePort } from './test/free-port.ts'

/** A free port, chosen once by the runner and inherited by its workers. */
async function port(name: string): Promise<number> {
  process.env[`E2E_PORT_${name}`] ??= String(await freePort())
  return Number(process.env[`E2E_PORT_${name}`])
}

/** A demo shop to test, with a port and a folder of its own, on that database or on its embedded one. */
async function shop(name: string, databaseUrl = '', environment: Record<string, string> = {}) {
  const folder = `E2E_DATA_DIR_${name}`
  process.env[folder] ??= mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const baseURL = `http://127.0.0.1:${await port(name)}`
  const data = { DATA_DIR: process.env[folder], DATABASE_URL: databaseUrl }
  // All journeys come from one address, and sign up a lot.
  const env = { PORT: String(await port(name)), RATE_LIMITS: 'off', ...data, ...environment }
  return { baseURL, server: { command: 'node build/server/server.js demo', url: baseURL, timeout: 60_000, env } }
}

const services = {
  identity: await port('IDENTITY'),
  payments: await port('PAYMENTS'),
  pictures: await port('PICTURES'),
  smtp: await port('SMTP'),
  mails: await port('MAILS'),
}
process.env.E2E_SERVICES = JSON.stringify(services)

const { E2E_DATABASE_URL, E2E_SERVICES_DATABASE_URL } = process.env
const pages = await shop('PAGES')
const embedded = await shop('EMBEDDED')
const postgres = E2E_DATABASE_URL ? [await shop('POSTGRES', E2E_DATABASE_URL)] : []
const served = await shop('SERVICES', E2E_SERVICES_DATABASE_URL, servicesAt(services))
const journeys = 'journeys/*.spec.ts'
const onServices = 'services/*.spec.ts'

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [['list'], ['./test/summary-reporter.ts']],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'pages', testIgnore: [journeys, onServices], use: { baseURL: pages.baseURL } },
    // What buyers and admins do to the data, on both databases.
    { name: 'embedded', testMatch: journeys, use: { baseURL: embedded.baseURL } },
    ...postgres.map(({ baseURL }) => ({ name: 'postgres', testMatch: journeys, use: { baseURL } })),
    // Firebase, Stripe, S3 and SMTP together, over the network.
    { name: 'services', testMatch: onServices, use: { baseURL: served.baseURL } },
  ],
  webServer: [
    pages.server,
    embedded.server,
    ...postgres.map(each => each.server),
    {
      command: 'node test/fakes/services.ts',
      port: services.mails,
      env: { SERVICES: JSON.stringify(services), SHOP: served.baseURL },
    },
    served.server,
  ],
})
