import { cutText } from './text.ts'

function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g, '')
    .toLowerCase()
    .replace(/[ßæœþøđłðħŧıς]/g, letter => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

/** 'Max. torque' becomes 'max-torque', 'Зубр' 'зубр'; a text without letters and digits becomes ''. */
export const toSlug = (text: string) =>
  joinWords(
    foldText(text)
      // 'C++' and 'C' have different slugs, 'Hart+Sohn' and 'Hart & Sohn' the same.
      .replace(/(?<=[\p{L}\p{N}][+#]*)[+#](?![\p{L}\p{N}])/gu, sign => (sign === '+' ? '-plus-' : '-sharp-'))
      .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-'),
  )

/** Never empty, and keeps signs apart that `toSlug` drops: '-5 °C' and '5 °C', or '1/2' and '1-2'. */
export function toValueSlug(text: string): string {
  const folded = foldText(text.replace(/^-(?=\d)/, 'minus ')).replaceAll('\u2044', '/')
  const slug = joinWords(folded.replace(/[^\p{L}\p{M}\p{N}.\s-]/gu, toCode).replace(/\s+/g, '-'))
  return slug || Array.from(text, toCode).join('').slice(0, 100)
}

const toCode = (character: string) => `~${character.codePointAt(0)?.toString(16)}`

function joinWords(slug: string): string {
  const joined = slug
    .replace(/\.(?!\d)|(?<=[^\d-])\./g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  return cutText(joined, 100)
}
