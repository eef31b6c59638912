import type { NumberKind } from '#contract/cells/tool-cells.ts'

/** What the cells of a column mean, and the words by which a heading says so: English, German, French, Spanish, Dutch, Polish. */
export interface Field {
  title: string
  /** Words of which each alone says it. */
  words: string
  /** Words that stand beside those; any other word counts against the field. */
  beside?: string
  /** Stands between the texts where several columns have the field. */
  joinedBy?: string
  reads: 'text' | NumberKind
}

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>

const neutral = new Set(
  'no nr number num id code the of der die das des de la le el per in eur usd gbp chf our your ihre unsere your p en'.split(
    ' ',
  ),
)

/** 'CustomerNumber', 'p_name.de' and 'Artikel-Nr.' become words in lower case without accents. */
export const normalizeHeading = (text: string) =>
  text
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/(?<=\p{L})(?=\d)/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Above 0 for a heading that means the field; a heading that is the field's title gets 100. */
export function scoreHeading(heading: string, { title, words, beside = '' }: Field): number {
  const name = normalizeHeading(heading)
  if (name === '') return 0
  if (name === normalizeHeading(title)) return 100
  const [strong, weak] = [toWords(words), toWords(beside)]
  const parts = name.split(' ')
  if (parts.length > 1 && strong.has(parts.join(''))) return parts.length * 2 + 0.5
  if (!parts.some(part => strong.has(part))) return 0
  const scores = parts.map(part => {
    if (strong.has(part)) return 2
    return weak.has(part) ? 1 : neutral.has(part) || /^\d+$/.test(part) ? 0.5 : -1.5
  })
  const score = scores.reduce((sum, each) => sum + each, 0)
  return score >= minScore ? score : 0
}

/** One strong word beside one unknown word says nothing: “option1_name” is no name. */
const minScore = 1.5

const wordSets = new Map<string, ReadonlySet<string>>()

function toWords(text: string): ReadonlySet<string> {
  const known = wordSets.get(text)
  if (known) return known
  const words = new Set(text.split(' '))
  wordSets.set(text, words)
  return words
}
