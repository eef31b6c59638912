import type { Page } from '@playwright/test'

/**
 * Texts and fields of the page that are cut off, stand outside of the window, or are labels in more than one line. A text that is cut on
 * purpose has a title, or is a preview of some lines.
 */
export function listCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isMeant = (element: Element) => element.closest('[title], [class*=line-clamp], .sr-only, [popover]') !== null
    const scrolls = (element: Element) => {
      for (let each: Element | null = element.parentElement; each; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return each !== document.documentElement
      return false
    }
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent || (element as HTMLInputElement).value || '').trim().slice(0, 60)}”`
    const countLines = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
      return Math.max(0, ...tops) - Math.min(...tops) > 12 ? 2 : 1
    }
    const found: string[] = []
    for (const element of document.querySelectorAll('header *, main *')) {
      const isField = element.matches('input:not([type=hidden], [type=file], [type=search]), select')
      if (!(isField || hasText(element)) || !element.checkVisibility() || isMeant(element)) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width < 2) continue
      const isClipped =
        getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      // Somebody who reads a longer value moves through it.
      const isLong = element.matches('input') && (element as HTMLInputElement).value.length > 24
      if (isClipped && !isLong) found.push(`cut: ${describe(element)}`)
      if ((right > innerWidth + 1 || left < -1) && !scrolls(element)) found.push(`outside: ${describe(element)}`)
      const isLabel = element.matches('th[scope=col], button, .btn, nav a, label:not(:has(input))')
      if (isLabel && (element.textContent?.length ?? 0) < 30 && countLines(element) > 1)
        found.push(`wraps: ${describe(element)}`)
    }
    return [...new Set(found)]
  })
}
