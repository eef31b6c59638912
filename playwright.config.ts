import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './test/browser.ts'
import { freePort } from './test/free-port.ts'

// Set once by the runner and inherited by its workers, which load this file too.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'ironmonger-e2e-'))
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [['list'], ['./test/closing-line.ts']],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox'] },
  },
  webServer: {
    command: 'node src/server.ts demo',
    url: baseURL,
    timeout: 60_000,
    env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR },
  },
})
