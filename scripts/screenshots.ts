// Takes a picture of every public page at four widths, light and dark, into ./screenshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumPath } from '#test/browser.ts'
import { freePort } from '#test/free-port.ts'

const widths = [360, 768, 1280, 1920]
const pages = {
  home: '/',
  shop: '/shop',
  'shop-similar': '/shop?q=hamer',
  'shop-empty': '/shop?q=zzzz',
  reviews: '/allReviews',
  blogs: '/blogs',
  login: '/login',
  signup: '/signup',
  'not-found': '/nowhere',
}

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['src/server.ts', 'demo'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'ironmonger-screenshots-')) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await once(server.stdout, 'data')
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] })
const [tool] = await (await fetch(`${origin}/api/tools`)).json()
for (const [name, path] of Object.entries({ ...pages, tool: `/shop/${tool._id}` })) {
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) await shoot(browser, name, path, width, colorScheme)
  }
  process.stdout.write(`${name}\n`)
}
await browser.close()
server.kill()

async function shoot(browser: Browser, name: string, path: string, width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  await page.goto(origin + path)
  // Scrolled through once, so that pictures which load when they come near are there.
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.scrollIntoView()
      await image.decode().catch(() => {})
    }
    window.scrollTo(0, 0)
  })
  await page.screenshot({ path: join('screenshots', `${name}-${width}-${colorScheme}.png`), fullPage: true })
  await page.close()
}
