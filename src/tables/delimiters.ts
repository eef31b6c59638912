const delimiters = ['\t', ';', ',', '|']

/** Picks the delimiter that gives the most rows an equal cell count of at least two. Ties go to the earlier delimiter. */
export function chooseDelimiter(split: (delimiter: string) => readonly (readonly string[])[]): string | undefined {
  const counts = delimiters.map(delimiter => [delimiter, countRowsOfCommonWidth(split(delimiter))] as const)
  const [best = ['', 0]] = counts.toSorted(([, one], [, other]) => other - one)
  return best[1] > 0 ? best[0] : undefined
}

export function findCommonWidth(rows: readonly (readonly string[])[]): number {
  const [[width] = [0]] = [...countWidths(rows)].toSorted(([, one], [, other]) => other - one)
  return width
}

const countRowsOfCommonWidth = (rows: readonly (readonly string[])[]) =>
  Math.max(0, ...[...countWidths(rows)].map(([width, count]) => (width > 1 ? count : 0)))

function countWidths(rows: readonly (readonly string[])[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  return counts
}

/** Excel names the delimiter in a first line such as `sep=;`. */
export function readSepLine(text: string): { delimiter?: string; rest: string } {
  const [line, delimiter] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  return line && delimiter ? { delimiter, rest: text.slice(line.length) } : { rest: text }
}
