import type { NumberKind } from '#contract/cells/tool-cells.ts'

/** What the cells of a column mean, and the words by which a heading says so: English, German, French, Spanish, Dutch, Polish. */
export interface Field {
  title: string
  /** Words of which each alone says it. */
  words: string
  /** Words that stand beside those; any other word counts against the field. */
  beside?: string
  /** A heading that matches means something else. */
  except?: RegExp
  /** Whether cells are codes, so that 'no.' and 'code' in a heading say nothing against the field. */
  isCode?: true
  /** Stands between the texts where several columns have the field. */
  joinedBy?: string
  reads: 'text' | NumberKind
}

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>

const neutral = new Set(
  'n p o the of der die das des de la le el per in en a eur usd gbp chf zl our your ihr ihre unsere unser votre vos notre su uw onze new neu current'.split(
    ' ',
  ),
)
const codeWords = new Set('no nr number num numero nummer numer id code kod codigo'.split(' '))

/** 'Bezeich-' above 'nung' is one word. */
export const joinHyphenated = (text: string) => text.replace(/(?<=\p{L})-[^\S\n]*\n\s*(?=\p{Ll})/gu, '')

/** 'CustomerNumber', 'p_name.de' and 'Artikel-Nr.' become words in lower case without accents. */
export const normalizeHeading = (text: string) =>
  joinHyphenated(text)
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
export function scoreHeading(heading: string, { title, words, beside = '', except, isCode }: Field): number {
  const name = normalizeHeading(heading)
  if (name === '') return 0
  if (name === normalizeHeading(title)) return 100
  if (except?.test(heading)) return 0
  const [strong, weak] = [toWords(words), toWords(beside)]
  const parts = joinParts(name.split(' '), part => strong.has(part) || weak.has(part))
  if (!parts.some(({ word }) => strong.has(word))) return 0
  const scores = parts.map(({ word, count }) => {
    if (strong.has(word)) return 2 * count
    if (weak.has(word)) return 1
    if (neutral.has(word) || /^\d+$/.test(word)) return 0.5
    return codeWords.has(word) && isCode ? 0.5 : -1.5
  })
  const score = scores.reduce((sum, each) => sum + each, 0)
  return score >= minScore ? score : 0
}

/** Three or two words that are one word together are that word: 'Bestell-Nr.', 'MwSt', 'P. V. P.'. */
function joinParts(parts: readonly string[], isWord: (text: string) => boolean): { word: string; count: number }[] {
  const joined: { word: string; count: number }[] = []
  for (let at = 0; at < parts.length; ) {
    const count = [4, 3, 2].find(size => at + size <= parts.length && isWord(parts.slice(at, at + size).join(''))) ?? 1
    joined.push({ word: parts.slice(at, at + count).join(''), count })
    at += count
  }
  return joined
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
