const delimiters = ['\t', ';', ',', '|']

/**
 * What separates the cells of a list: the delimiter with which most rows have the same number of cells, at least two. Of several
 * such, the one that stands more rarely in texts and numbers.
 */
export function chooseDelimiter(split: (delimiter: string) => readonly (readonly string[])[]): string | undefined {
  const counts = delimiters.map(delimiter => [delimiter, countAlike(split(delimiter))] as const)
  const [best = ['', 0]] = counts.toSorted(([, one], [, other]) => other - one)
  return best[1] > 0 ? best[0] : undefined
}

function countAlike(rows: readonly (readonly string[])[]): number {
  const widths = Map.groupBy(rows, row => row.length)
  return Math.max(0, ...[...widths].map(([width, alike]) => (width > 1 ? alike.length : 0)))
}

/** The line with which some spreadsheets name the delimiter, and the text below it. */
export function readSepLine(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  return line && delimiter ? { delimiter, rest: text.slice(line.length) } : { rest: text }
}
