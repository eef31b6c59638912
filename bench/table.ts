/** A row of the table; `met` says whether it reaches its goal, undefined where there is none. */
export interface Row {
  what: string
  figure: string
  baseline?: string
  /** Baseline ÷ shop for CPU time, shop ÷ baseline for rates and latencies. */
  ratio?: string
  goal?: string
  met?: boolean | undefined
  /** Requests without a response or with an unexpected status. A row with any is void. */
  failures?: number
}

export function formatTable(rows: readonly Row[]): string {
  const head = ['what', 'figure', 'baseline', 'ratio', 'goal', '']
  const lines = rows.map(({ what, figure, baseline = '', ratio = '', goal = '', met, failures = 0 }) =>
    failures > 0
      ? [what, `void: ${failures} failed`, '', '', goal, '']
      : [what, figure, baseline, ratio, goal, met === undefined ? '' : met ? 'met' : '**missed**'],
  )
  return formatTableLines([head, ...lines])
}

/** A table in Markdown; the first line is its head. */
export function formatTableLines([head = [], ...lines]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** Three significant digits: 12,300, 45.6, 0.789. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

/** A row for a figure that has to reach its goal. */
export function createFloorRow(what: string, figure: number, unit: string, goal: number): Row {
  return {
    what,
    figure: `${formatNumber(figure)} ${unit}`,
    goal: `≥ ${formatNumber(goal)} ${unit}`,
    met: figure >= goal,
  }
}

/** A row for a figure that may not exceed its goal. */
export function createLimitRow(what: string, figure: number, unit: string, goal: number): Row {
  return {
    what,
    figure: `${formatNumber(figure)} ${unit}`,
    goal: `≤ ${formatNumber(goal)} ${unit}`,
    met: figure <= goal,
  }
}
