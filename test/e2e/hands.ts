import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Works a page with one device only. */
export interface Hand {
  name: string
  press: (control: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
}

const isFocused = (control: Locator) => control.evaluate(element => element === document.activeElement)

async function replaceText(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  for (let count = 0; count < 150; count++) {
    if (await isFocused(control)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

export function createKeyboard(page: Page): Hand {
  return {
    name: 'keyboard',
    async press(control) {
      await tabTo(page, control)
      await page.keyboard.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    },
    async type(field, text) {
      await tabTo(page, field)
      await replaceText(page, text)
    },
  }
}

/** Clicks; a field that has the focus already needs none, and the next field of a form is one Tab away. */
export function createMouse(page: Page): Hand & { countClicks: () => number } {
  let clicks = 0
  const click = async (control: Locator) => {
    clicks += 1
    await control.click()
  }
  return {
    name: 'mouse',
    countClicks: () => clicks,
    press: click,
    async type(field, text) {
      await expect(field).toBeEditable()
      if (!(await isFocused(field))) await page.keyboard.press('Tab')
      if (!(await isFocused(field))) await click(field)
      await replaceText(page, text)
    },
  }
}
