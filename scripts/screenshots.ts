// Takes screenshots of the main pages at four widths, light and dark, into ./screenshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { findChromium } from '#test/browser.ts'
import { findFreePort } from '#test/free-port.ts'

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
  'delivery-information': '/pages/delivery-information',
  'not-found': '/nowhere',
}

const signedIn = {
  orders: ['/dashboard', 'customer'],
  'add-review': ['/dashboard/review', 'customer'],
  profile: ['/dashboard/profile', 'customer'],
  sessions: ['/dashboard/sessions', 'customer'],
  overview: ['/dashboard/overview', 'admin'],
  imports: ['/dashboard/imports', 'admin'],
  users: ['/dashboard/users', 'admin'],
  'admin-actions': ['/dashboard/adminActions', 'admin'],
  'manage-orders': ['/dashboard/manageAllOrders', 'admin'],
  'manage-reviews': ['/dashboard/reviews', 'admin'],
  'add-product': ['/dashboard/addProduct', 'admin'],
  'manage-tools': ['/dashboard/manageProducts', 'admin'],
  pages: ['/dashboard/pages', 'admin'],
  'edit-page': ['/dashboard/pages/delivery-information', 'admin'],
} as const

const port = await findFreePort()
const origin = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['build/server/server.js', 'demo'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'ironmonger-screenshots-')) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await once(server.stdout, 'data')
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
const [tool] = await (await fetch(`${origin}/api/tools`)).json()
await addPage()
for (const [name, path] of Object.entries({ ...pages, tool: `/shop/${tool._id}` })) await shootAll(name, path)
for (const [name, [path, role]] of Object.entries(signedIn)) await shootAll(name, path, await fetchToken(role))
await browser.close()
server.kill()

/** By the demo admin. */
async function addPage() {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await fetchToken('admin')}` }
  const body = [
    'We deliver to **42 countries**. What is ordered before noon leaves our [warehouse](/shop) on the same day.',
    '## How long it takes',
    '| Country | Days | Up to 30 kg |\n| - | -: | -: |\n| United Kingdom | 1 | $9.50 |\n| Norway | 3 | $24.00 |',
    '## What to do when it comes',
    '1. Count the parcels.\n2. Look for damage.\n   - Take a photo.\n   - Write it on the delivery note.',
    '> Parcels on a pallet are checked within seven days.',
    'Write to <a@b.example>, or see our `FAQ`.',
  ].join('\n\n')
  const page = { slug: 'delivery-information', title: 'Delivery information', body, published: true }
  const target = { footerEntry: 'Delivery information' }
  await fetch(`${origin}/api/pages`, { method: 'POST', headers, body: JSON.stringify({ ...page, ...target }) })
}

async function shootAll(name: string, path: string, token?: string) {
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
      if (token) await page.addInitScript(token => localStorage.setItem('accessToken', token), token)
      await shoot(page, path, `${name}-${width}-${colorScheme}.png`)
    }
  }
  process.stdout.write(`${name}\n`)
}

/** The access token of the demo account with that role. */
async function fetchToken(role: 'customer' | 'admin'): Promise<string> {
  const { email, password } = demoAccounts.find(person => person.role === role) ?? demoAccounts[0]
  const send = async (method: string, path: string, body: object, headers: Record<string, string>) => {
    const init = { method, headers: { 'content-type': 'application/json', origin, ...headers } }
    return fetch(`${origin}/api${path}`, { ...init, body: JSON.stringify(body) })
  }
  const session = await send('POST', '/auth/sign-in/email', { email, password }, {})
  const authorization = `Bearer ${session.headers.get('set-auth-token')}`
  const reply = await send('PUT', `/storeUsers/${email}`, { email }, { authorization })
  return (await reply.json()).token
}

async function shoot(page: Page, path: string, file: string) {
  await page.goto(origin + path)
  await page.locator('h1').waitFor()
  // Scrolled through once, so that pictures which load when they come near are there.
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.scrollIntoView()
      await image.decode().catch(() => {})
    }
    window.scrollTo(0, 0)
  })
  await page.screenshot({ path: join('screenshots', file), fullPage: true })
  await page.close()
}
