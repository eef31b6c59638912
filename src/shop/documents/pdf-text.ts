import createBidi from 'bidi-js'
import { type ChooseFont, isJoiner, needsOtherFonts } from './pdf-fonts.ts'

const bidi = createBidi()

export interface LaidOutText {
  height: number
  draw: (x: number, y: number) => void
}

export interface TextLayout {
  width: number
  size: number
  bold: boolean
  align: 'left' | 'right'
  baseFont: string
  chooseFont: ChooseFont
}

/** Baseline below the top of a line, in font sizes. One value for all fonts aligns the columns. */
export const ascent = 0.8

/** PDFKit writes from left to right, in one font, and breaks lines at spaces only. */
export const needsLayout = (text: string) =>
  needsOtherFonts(text) || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text)

interface Run {
  text: string
  font: string
  level: number
}

export function layOut(pdf: PDFKit.PDFDocument, text: string, layout: TextLayout): LaidOutText {
  const lineHeight = layout.size * (needsOtherFonts(text) ? 1.5 : 1.2)
  const measureWidth = (part: string) =>
    splitFonts(part, layout).reduce((sum, run) => sum + measureRun(pdf, run, layout.size), 0)
  const lines = text.split('\n').flatMap(paragraph => {
    const { levels } = bidi.getEmbeddingLevels(paragraph)
    return breakLines(paragraph, layout.width, measureWidth).map(([start, end]) =>
      listRuns(paragraph, levels, start, end, layout),
    )
  })
  const draw = (x: number, y: number) => {
    for (const [index, runs] of lines.entries()) {
      const widths = runs.map(run => measureRun(pdf, run, layout.size))
      const lineWidth = widths.reduce((sum, each) => sum + each, 0)
      let left = layout.align === 'right' ? x + layout.width - lineWidth : x
      const baseline = y + index * lineHeight + layout.size * ascent
      for (const [at, run] of runs.entries()) {
        pdf.font(run.font).fontSize(layout.size)
        // PDFKit shapes the whole run because of `features`. Without them it would place the words from left to right.
        pdf.text(run.text, left, baseline, { lineBreak: false, features: [], baseline: 'alphabetic' })
        left += widths[at] ?? 0
      }
    }
  }
  return { height: lines.length * lineHeight, draw }
}

function measureRun(pdf: PDFKit.PDFDocument, { text, font }: Run, size: number): number {
  return pdf.font(font).fontSize(size).widthOfString(text, { features: [] })
}

function splitFonts(text: string, { bold, baseFont, chooseFont }: TextLayout): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const font = chooseFont(character, bold) ?? baseFont
    const last = runs.at(-1)
    if (last && (last.font === font || isJoiner(character)) && !changesScript(last.text, character))
      last.text += character
    else runs.push({ text: character, font, level: 0 })
  }
  return runs
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hira}\p{Script=Kana}]/u

function breakLines(
  text: string,
  width: number,
  measureWidth: (part: string) => number,
): [start: number, end: number][] {
  const lines: [number, number][] = []
  let start = 0
  let end = 0
  const add = (part: string) => {
    if (end > start && measureWidth(text.slice(start, end + part.trimEnd().length)) > width) {
      lines.push([start, end])
      start = end
    }
    end += part.length
  }
  for (const part of listUnbreakable(text)) {
    if (measureWidth(part.trimEnd()) <= width) add(part)
    else for (const { segment } of graphemes.segment(part)) add(segment)
  }
  lines.push([start, end])
  return lines
}

/** Splits where a line may break; spaces stay with the part before them. */
function listUnbreakable(text: string): string[] {
  const parts: string[] = []
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1) ?? ''
    const isJoined = last !== '' && !/\s$/.test(last) && !(unspaced.test(last.at(-1) ?? '') || unspaced.test(segment))
    const isPunctuation = /^[\p{P}\s]/u.test(segment)
    if (isJoined || (last !== '' && isPunctuation)) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

function listRuns(text: string, levels: Uint8Array, start: number, end: number, layout: TextLayout): Run[] {
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  const runs: Run[] = []
  const line = text.slice(start, end).trimEnd()
  let at = start
  for (const character of line) {
    const level = levels[at] ?? 0
    const font = layout.chooseFont(character, layout.bold) ?? layout.baseFont
    const shown = mirrored.get(at) ?? character
    const last = runs.at(-1)
    const isSame = last?.level === level && (last.font === font || isJoiner(character))
    if (last && isSame && !changesScript(last.text, character)) last.text += shown
    else runs.push({ text: shown, font, level })
    at += character.length
  }
  return reorder(runs.map(run => ({ ...run, text: toShapedOrder(run) })))
}

const rightToLeftScripts = [
  /\p{Script=Arab}/u,
  /\p{Script=Hebr}/u,
  /\p{Script=Syrc}/u,
  /\p{Script=Thaa}/u,
  /\p{Script=Nkoo}/u,
]

/** A run is shaped by the rules of its first script: Arabic letters beside Hebrew ones would stand unjoined. */
const changesScript = (run: string, character: string) =>
  rightToLeftScripts.some(script => script.test(character)) &&
  rightToLeftScripts.some(script => script.test(run) && !script.test(character))

const rightToLeft = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}]/u

/** Text is shaped in the direction of its script; Arabic digits run from left to right. */
function toShapedOrder({ text, level }: Run): string {
  const isRightToLeft = level % 2 === 1
  return isRightToLeft === rightToLeft.test(text) ? text : [...text].toReversed().join('')
}

/** Rule L2 of https://unicode.org/reports/tr9/: reverses runs from the highest level down. */
function reorder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? 0) >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  return ordered
}
