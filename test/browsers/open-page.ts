import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '#test/wait-until.ts'
import type { Driver } from './driver.ts'

const deadlineMs = 20_000
const sizes = [
  [1280, 900],
  [390, 844],
] as const

/** What a person looks for: a control by its visible name or label, or a text. */
type Target = [kind: 'button' | 'link' | 'field' | 'heading' | 'text', name: string]

export interface BrowserPage {
  driver: Driver
  open: (path: string) => Promise<void>
  /** Waits for the target, in the list item or row that has the text `around`. */
  see: (...target: [...Target, around?: string]) => Promise<void>
  click: (...target: [...Target, around?: string]) => Promise<void>
  fill: (label: string, text: string) => Promise<void>
  waitForPath: (path: string) => Promise<void>
  /** At the width of a desktop's window and of a phone. */
  takeScreenshots: (name: string) => Promise<void>
}

export async function openPage(driver: Driver, origin: string, folder: string): Promise<BrowserPage> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  await driver.resize(...sizes[0])
  /** The target's centre, once it can be clicked. */
  async function locate([kind, name, around]: [...Target, around?: string]): Promise<{ x: number; y: number }> {
    let centre: { x: number; y: number } | null = null
    const isThere = async () => {
      centre = await driver.evaluate(findCentre, kind, name, around)
      return centre !== null
    }
    await waitUntil(isThere, `the ${kind} “${name}” is there`, deadlineMs)
    return centre ?? { x: 0, y: 0 }
  }
  const click: BrowserPage['click'] = async (...target) => {
    const { x, y } = await locate(target)
    await driver.click(x, y)
  }
  return {
    driver,
    open: path => driver.open(origin + path),
    see: async (...target) => void (await locate(target)),
    click,
    async fill(label, text) {
      await click('field', label)
      await driver.evaluate(() => (document.activeElement as HTMLInputElement).select())
      await driver.type(text)
    },
    waitForPath: path =>
      waitUntil(() => driver.evaluate(path => location.pathname === path, path), `${path} is open`, deadlineMs),
    async takeScreenshots(name) {
      count += 1
      for (const [width, height] of sizes) {
        await driver.resize(width, height)
        await waitUntil(
          () => driver.evaluate(width => innerWidth === width, width),
          `the width is ${width}`,
          deadlineMs,
        )
        await driver.evaluate(waitForPictures)
        const file = `${String(count).padStart(2, '0')}-${name}-${width}.png`
        writeFileSync(join(folder, file), await driver.takeScreenshot())
      }
      await driver.resize(...sizes[0])
    },
  }
}

/** Runs in the page: null unless React has the element and nothing covers it. */
function findCentre(kind: string, name: string, around?: string): { x: number; y: number } | null {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role="button"]',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    text: 'body *',
  }
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const readName = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])].map(label => label.textContent)
    return clean(element.getAttribute('aria-label') ?? labels[0] ?? element.textContent)
  }
  const matches = (element: Element) => {
    if (kind !== 'text') return readName(element) === name
    const isNamed = (node: Element) => clean(node.textContent).includes(name)
    return isNamed(element) && ![...element.children].some(isNamed)
  }
  const isAround = (element: Element) => !around || element.closest('li, tr')?.textContent?.includes(around)
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
  const element = [
    ...(kind === 'text' ? document : (dialog ?? document)).querySelectorAll(selectors[kind] ?? kind),
  ].find(each => matches(each) && isAround(each) && isUsable(each))
  if (!element) return null
  if (!Object.keys(element).some(key => key.startsWith('__reactProps'))) return null
  if (kind === 'text') return { x: 0, y: 0 }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const centre = { x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(centre.x, centre.y)
  return hit && (element.contains(hit) || hit.contains(element)) ? centre : null
}

/** Runs in the page: waits for the visible pictures and two frames, in which toasts and dialogs appear. */
async function waitForPictures(): Promise<void> {
  const isVisible = (image: HTMLImageElement) => {
    const { top, bottom } = image.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  }
  await Promise.all([...document.images].filter(isVisible).map(image => image.decode().catch(() => {})))
  await Promise.all(
    document
      .getAnimations()
      .map(({ finished }) =>
        Promise.race([finished.catch(() => {}), new Promise(resolve => setTimeout(resolve, 300))]),
      ),
  )
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
