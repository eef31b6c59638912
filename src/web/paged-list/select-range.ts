export function selectRange(
  rowIds: readonly string[],
  selected: ReadonlySet<string>,
  range: { anchor: string | undefined; target: string; isSelected: boolean },
): Set<string> {
  const target = rowIds.indexOf(range.target)
  const found = range.anchor === undefined ? -1 : rowIds.indexOf(range.anchor)
  const anchor = found === -1 ? target : found
  const changed = rowIds.slice(Math.min(anchor, target), Math.max(anchor, target) + 1)
  const next = new Set(selected)
  for (const id of changed) {
    if (range.isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}
