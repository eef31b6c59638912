import { chromium } from '@playwright/test'
const [,, who = 'rosa.keller@example.com', ...paths] = process.argv
const widths = (process.env.WIDTHS ?? '1280').split(',').map(Number)
const browser = await chromium.launch({ executablePath: '/tmp/chromium', args: ['--no-sandbox', '--headless=old'] })
const context = await browser.newContext({ colorScheme: process.env.DARK ? 'dark' : 'light' })
const page = await context.newPage()
page.on('console', m => { if (m.type() === 'error') console.log('console', m.text()) })
const base = 'http://127.0.0.1:3997'
if (who !== '-') {
  const password = who.startsWith('admin') ? 'anvil-and-tongs' : 'hammer-and-nails'
  await page.goto(base + '/robots.txt')
  const r = await page.request.post(base + '/api/auth/sign-in/email', { data: { email: who, password }, headers: { origin: base } })
  if (!r.ok()) console.log(r.status(), await r.text())
  const t = await page.request.put(`${base}/api/storeUsers/${who}`, { data: { email: who } })
  const { token } = await t.json()
  await page.evaluate(token => localStorage.setItem('accessToken', token), token)
}
for (const path of paths) for (const width of widths) {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(base + path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `/tmp/shots/${path.replaceAll(/[^\w]+/g, '_')}-${width}${process.env.DARK ? '-dark' : ''}.png`, fullPage: process.env.FULL === '1' })
}
await browser.close()
