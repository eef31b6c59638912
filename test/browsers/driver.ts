import { globSync } from 'node:fs'

/** A browser with one page, as far as this program uses it. */
export interface Driver {
  name: string
  /** Resolves once the page has loaded; rejects if another navigation took its place. */
  open: (url: string) => Promise<void>
  /** Calls the function in the page, with values that JSON can hold. */
  evaluate: <Value, Arguments extends unknown[]>(
    pageFunction: (...values: Arguments) => Value,
    ...values: Arguments
  ) => Promise<Awaited<Value>>
  /** With the mouse, in pixels of the visible part of the page. */
  click: (x: number, y: number) => Promise<void>
  /** With the keyboard, into the element that has the focus. */
  type: (text: string) => Promise<void>
  /** The size of the visible part of the page. */
  resize: (width: number, height: number) => Promise<void>
  /** The visible part of the page, as PNG. */
  takeScreenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

export class NotInstalledError extends Error {}

/** The first file that matches one of the patterns; `packageName` is Debian's. */
export function findProgram(patterns: readonly string[], packageName: string): string {
  const [path] = globSync(patterns)
  if (!path) throw new NotInstalledError(`no ${patterns.join(' or ')} (Debian’s package ${packageName})`)
  return path
}

/** An expression that calls the function in a page and resolves with its value as JSON. */
export function toExpression(pageFunction: (...values: never[]) => unknown, values: readonly unknown[]): string {
  return `(async () => JSON.stringify((await (${pageFunction})(...${JSON.stringify(values)})) ?? null))()`
}

export const toClick = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** As WebDriver names it. */
const enterKey = '\uE007'

export const toKeys = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text.replaceAll('\n', enterKey)].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
