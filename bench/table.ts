/** A line of the table; `met` is whether it reaches its goal, undefined where there is none. */
export interface Row {
  what: string
  figure: string
  floor?: string
  ratio?: string
  goal?: string
  met?: boolean | undefined
  /** How many requests went wrong. A row with any is void. */
  failed?: number
}

export function table(rows: readonly Row[]): string {
  const head = ['what', 'figure', 'floor', 'ratio', 'goal', '']
  const lines = rows.map(({ what, figure, floor = '', ratio = '', goal = '', met, failed = 0 }) =>
    failed > 0
      ? [what, `void: ${failed} failed`, '', '', goal, '']
      : [what, figure, floor, ratio, goal, met === undefined ? '' : met ? 'met' : '**missed**'],
  )
  return [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** A number with as many digits as say something: 12,300, 45.6, 0.789. */
export function short(number: number): string {
  return number.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

/** A row for a figure that may not be above its goal. */
export function atMost(what: string, figure: number, unit: string, goal: number): Row {
  return { what, figure: `${short(figure)} ${unit}`, goal: `≤ ${short(goal)} ${unit}`, met: figure <= goal }
}
