import { chromium, type Page, type BrowserContext } from 'playwright-core'
import { findChromium } from '#test/browser.ts'
export const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox','--disable-gpu','--disable-background-networking','--force-color-profile=srgb'] })
export async function open(base: string, who: 'admin'|'buyer'|undefined, { width = 1280, height = 900, dark = false } = {}): Promise<{ page: Page; context: BrowserContext; client: (m: string, p: string, d?: object) => Promise<any> }> {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  let token = ''
  if (who) {
    const data = { email: `${who}@example.com`, password: who === 'admin' ? 'anvil-and-tongs' : 'hammer-and-nails' }
    await page.goto('/robots.txt')
    const r = await page.request.post('/api/auth/sign-in/email', { data, headers: { origin: base } })
    if (!r.ok()) throw new Error(await r.text())
    ;({ token } = await (await page.request.put(`/api/storeUsers/${data.email}`, { data: { email: data.email } })).json())
    await page.evaluate(t => localStorage.setItem('accessToken', t), token)
  }
  const client = async (method: string, path: string, data?: object) => {
    const response = await page.request.fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...(data && { data }) })
    const type = response.headers()['content-type'] ?? ''
    return type.includes('json') ? response.json() : response.body()
  }
  return { page, context, client }
}
export async function shoot(page: Page, path: string, file: string, full = true) {
  if (path) await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `/tmp/shots/${file}.png`, fullPage: full })
}
