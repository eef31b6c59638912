import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './test/browser.ts'
import { freePort } from './test/free-port.ts'
import { settingsFor } from './test/identity-toolkit.ts'

const databaseUrl = process.env.E2E_DATABASE_URL ?? ''

/** A free port, chosen once by the runner and inherited by its workers. */
async function port(name: string): Promise<string> {
  process.env[`E2E_PORT_${name}`] ??= String(await freePort())
  return process.env[`E2E_PORT_${name}`] ?? ''
}

/** A demo shop to test, with a port and a folder of its own. */
async function shop(name: string, environment: Record<string, string>) {
  const folder = `E2E_DATA_DIR_${name}`
  process.env[folder] ??= mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
  const baseURL = `http://127.0.0.1:${await port(name)}`
  const env = { PORT: await port(name), DATA_DIR: process.env[folder], ...environment }
  return { baseURL, server: { command: 'node src/server.ts demo', url: baseURL, timeout: 60_000, env } }
}

const pages = await shop('PAGES', {})
const embedded = await shop('EMBEDDED', {})
const postgres = await shop('POSTGRES', { DATABASE_URL: databaseUrl })
const standIn = await port('IDENTITY_TOOLKIT')
const firebase = await shop('FIREBASE', settingsFor(`http://127.0.0.1:${standIn}`))
const journeys = 'journeys/*.spec.ts'

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [['list'], ['./test/closing-line.ts']],
  use: {
    trace: 'retain-on-failure',
    launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'pages', testIgnore: [journeys, 'firebase.spec.ts'], use: { baseURL: pages.baseURL } },
    { name: 'firebase', testMatch: 'firebase.spec.ts', use: { baseURL: firebase.baseURL } },
    // What buyers and admins do to the data, on both databases.
    { name: 'embedded', testMatch: journeys, use: { baseURL: embedded.baseURL } },
    ...(databaseUrl ? [{ name: 'postgres', testMatch: journeys, use: { baseURL: postgres.baseURL } }] : []),
  ],
  webServer: [
    pages.server,
    embedded.server,
    ...(databaseUrl ? [postgres.server] : []),
    { command: 'node test/identity-toolkit.ts', port: Number(standIn), env: { PORT: standIn } },
    firebase.server,
  ],
})
