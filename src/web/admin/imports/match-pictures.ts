/** A picture's name begins with the SKU of its tool, as in 'RH26-860.jpg' and 'RH26-860_side (2).png'. */
export interface MatchedPictures {
  /** The first picture of each tool, in the order of the files. */
  matched: { sku: string; file: File }[]
  /** Further pictures of tools that have one among the files already. */
  further: File[]
  unknown: File[]
}

/** The whole name first, then what stands before each sign. */
export function listSkuCandidates(fileName: string): string[] {
  const name = fileName.replace(/\.[^.]+$/, '').trim()
  const ends = Array.from(name.matchAll(/[^A-Za-z0-9]/g), ({ index }) => index).toReversed()
  const candidates = [name, ...ends.map(end => name.slice(0, end))]
  return [...new Set(candidates)].filter(text => /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/.test(text))
}

/** `skus` has the spelling of the shop by the SKU in lower case. The longest SKU that a name begins with counts. */
export function matchPictures(files: readonly File[], skus: ReadonlyMap<string, string>): MatchedPictures {
  const result: MatchedPictures = { matched: [], further: [], unknown: [] }
  // 'A-1.jpg' stands before 'A-1_2.jpg'.
  const sorted = files.toSorted((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1))
  for (const file of sorted) {
    const sku = listSkuCandidates(file.name).flatMap(candidate => skus.get(candidate.toLowerCase()) ?? [])[0]
    if (sku === undefined) result.unknown.push(file)
    else if (result.matched.some(each => each.sku === sku)) result.further.push(file)
    else result.matched.push({ sku, file })
  }
  return result
}
