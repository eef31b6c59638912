const delimiters = ['\t', ';', ',', '|']

/** Picks the delimiter that gives the most rows an equal cell count of at least two. Ties go to the earlier delimiter. */
export function chooseDelimiter(split: (delimiter: string) => readonly (readonly string[])[]): string | undefined {
  const counts = delimiters.map(delimiter => [delimiter, countRowsOfCommonWidth(split(delimiter))] as const)
  const [best = ['', 0]] = counts.toSorted(([, one], [, other]) => other - one)
  return best[1] > 0 ? best[0] : undefined
}

function countRowsOfCommonWidth(rows: readonly (readonly string[])[]): number {
  const widths = Map.groupBy(rows, row => row.length)
  return Math.max(0, ...[...widths].map(([width, alike]) => (width > 1 ? alike.length : 0)))
}

/** Excel names the delimiter in a first line such as `sep=;`. */
export function readSepLine(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  return line && delimiter ? { delimiter, rest: text.slice(line.length) } : { rest: text }
}
