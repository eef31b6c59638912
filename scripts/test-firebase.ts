// Runs the browser journeys of Firebase against Google's emulator in place of the project's fake: npm run test:firebase.
// npx downloads firebase-tools, which is too large to be a dependency; the emulator of Authentication needs no Java.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackChromium } from '#test/browser.ts'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'

const version = '15.34.2'
const project = 'demo-shop'

const folder = mkdtempSync(join(tmpdir(), 'ironmonger-firebase-'))
const port = await findFreePort()
const emulator = await startEmulator()
try {
  const chromium = await unpackChromium()
  const tests = spawn(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--project=services', 'firebase.spec.ts'],
    {
      stdio: 'inherit',
      env: { ...process.env, ...chromium, E2E_PORT_IDENTITY: String(port), OFFICIAL_FIREBASE_EMULATOR: 'on' },
    },
  )
  const [code] = await once(tests, 'exit')
  process.exitCode = Number(code ?? 1)
} finally {
  const exit = once(emulator, 'exit')
  emulator.kill('SIGINT')
  await withDeadline(exit, 'the emulator ends', 30_000)
  rmSync(folder, { recursive: true, force: true })
}

async function startEmulator(): Promise<ChildProcess> {
  const host = '127.0.0.1'
  const emulators = { auth: { host, port }, hub: { host }, logging: { host }, ui: { enabled: false } }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  const command = process.env.FIREBASE_TOOLS ?? 'npx'
  const prefix = command === 'npx' ? ['--yes', `firebase-tools@${version}`] : []
  const child = spawn(command, [...prefix, 'emulators:start', '--only', 'auth', '--project', project], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The emulator ended with ${child.exitCode}.`)
    return fetch(`http://${host}:${port}/`).then(
      response => response.ok,
      () => false,
    )
  }
  await waitUntil(isReady, 'the emulator is ready', 600_000)
  return child
}
