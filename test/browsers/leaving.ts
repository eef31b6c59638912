import type { HoldingProxy } from './holding-proxy.ts'
import type { BrowserPage } from './open-page.ts'

const nextPage = /^\/blogs$/

/** Leaves a page of a signed-in account whose request for `pattern` is under way, for a page that takes its time. */
async function leave(page: BrowserPage, proxy: HoldingProxy, path: string, pattern: RegExp): Promise<void> {
  proxy.hold(pattern)
  await page.open(path)
  await proxy.waitForHeld(pattern)
  proxy.hold(nextPage)
  await page.driver.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Something went wrong')) sessionStorage.setItem('shown', 'failure')
    }).observe(document, { childList: true, subtree: true })
    setTimeout(() => location.assign('/blogs'))
  })
  await proxy.waitForHeld(nextPage)
  proxy.release()
  await page.see('heading', 'Blogs')
}

/** The page that is opened comes, though the script of the one that /login leads to is under way. */
export const leaveDuringImport = (page: BrowserPage, proxy: HoldingProxy) =>
  leave(page, proxy, '/login?from=/allReviews', /^\/assets\/all-reviews-/)

/** No failure is shown by the page that is left while its data was under way. */
export async function leaveDuringCall(page: BrowserPage, proxy: HoldingProxy): Promise<void> {
  await leave(page, proxy, '/dashboard', /^\/api\/orders/)
  if (await page.driver.evaluate(() => sessionStorage.getItem('shown'))) throw new Error('the page shows a failure')
}
