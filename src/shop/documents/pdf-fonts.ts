import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type ChooseFont = (character: string, bold: boolean) => string | undefined

const packages = {
  bengali: import.meta.resolve('@fontsource-variable/noto-sans-bengali/package.json'),
  devanagari: import.meta.resolve('@fontsource-variable/noto-sans-devanagari/package.json'),
  ethiopic: import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/package.json'),
  gujarati: import.meta.resolve('@fontsource-variable/noto-sans-gujarati/package.json'),
  kannada: import.meta.resolve('@fontsource-variable/noto-sans-kannada/package.json'),
  malayalam: import.meta.resolve('@fontsource-variable/noto-sans-malayalam/package.json'),
  myanmar: import.meta.resolve('@fontsource-variable/noto-sans-myanmar/package.json'),
  sinhala: import.meta.resolve('@fontsource-variable/noto-sans-sinhala/package.json'),
  tamil: import.meta.resolve('@fontsource-variable/noto-sans-tamil/package.json'),
  telugu: import.meta.resolve('@fontsource-variable/noto-sans-telugu/package.json'),
  thai: import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'),
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'),
}
type FontPackage = keyof typeof packages

/** Scripts that the standard PDF fonts and DejaVu Sans lack. */
const otherScripts =
  /[\p{scx=Beng}\p{scx=Deva}\p{scx=Ethi}\p{scx=Gujr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mymr}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}\p{scx=Thai}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3000-\u303f\uff00-\uffef]/u
export const needsOtherFonts = (text: string) => otherScripts.test(text)

/** PDFKit keeps a font by its name: another use of the same file needs another `key`. */
export async function embedFonts(pdf: PDFKit.PDFDocument, texts: readonly string[], key: number): Promise<ChooseFont> {
  const nameFont = (file: FontFile, weight: number) => `${file.name} ${weight} ${key}`
  const characters = new Set(texts.flatMap(text => [...text]).filter(needsOtherFonts))
  const fileByCharacter = new Map<string, FontFile>()
  const order = orderPackages(texts.join(''))
  for (const character of characters) {
    const file = await findFile(character, order)
    if (file) fileByCharacter.set(character, file)
  }
  const files = Map.groupBy(fileByCharacter.keys(), character => fileByCharacter.get(character) as FontFile)
  for (const [file, found] of files) {
    for (const weight of [400, 700])
      pdf.registerFont(
        nameFont(file, weight),
        await cutFont(file, found.join('') + found.join('').normalize('NFD') + joiners, weight),
      )
    // PDFKit throws on marks of some scripts: boxes of the base font are better than no document.
    if (!canShape(pdf, nameFont(file, 400), texts)) for (const character of found) fileByCharacter.delete(character)
  }
  return (character, bold) => {
    const file = fileByCharacter.get(character)
    return file && nameFont(file, bold ? 700 : 400)
  }
}

/** Joiners have no glyph and shape the letters beside them. */
const joiners = '\u200c\u200d'
export const isJoiner = (character: string) => joiners.includes(character)

function canShape(pdf: PDFKit.PDFDocument, font: string, texts: readonly string[]): boolean {
  try {
    for (const text of texts) pdf.font(font).widthOfString(text, { features: [] })
    return true
  } catch {
    return false
  }
}

const eastAsian: readonly FontPackage[] = ['sc', 'jp', 'kr']
const others = (Object.keys(packages) as FontPackage[]).filter(name => !eastAsian.includes(name))

/** Chinese, Japanese and Korean draw some characters differently. Danda and other signs belong to several scripts. */
function orderPackages(text: string): readonly FontPackage[] {
  const isDevanagari = /\p{Script=Deva}/u.test(text)
  const indic = isDevanagari
    ? others.toSorted((one, other) => Number(other === 'devanagari') - Number(one === 'devanagari'))
    : others
  if (/[\p{Script=Hira}\p{Script=Kana}]/u.test(text)) return [...indic, 'jp', 'sc', 'kr']
  return /\p{Script=Hang}/u.test(text) ? [...indic, 'kr', 'sc', 'jp'] : [...indic, ...eastAsian]
}

interface FontFile {
  name: string
  url: URL
  ranges: readonly (readonly [from: number, to: number])[]
}

const filesByPackage = new Map<FontPackage, Promise<FontFile[]>>()

async function findFile(character: string, order: readonly FontPackage[]): Promise<FontFile | undefined> {
  const code = character.codePointAt(0) ?? 0
  for (const name of order) {
    const files = filesByPackage.get(name) ?? listFiles(name)
    filesByPackage.set(name, files)
    files.catch(() => filesByPackage.delete(name))
    const found = (await files).find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
    if (found) return found
  }
  return undefined
}

async function listFiles(fontPackage: FontPackage): Promise<FontFile[]> {
  const family = `noto-sans-${fontPackage}`
  const folder = new URL('.', packages[fontPackage])
  const lists: Record<string, string> = JSON.parse(await readFile(new URL('unicode.json', folder), 'utf8'))
  return (
    Object.entries(lists)
      // The base fonts cover Latin.
      .filter(([part]) => !part.startsWith('latin'))
      .map(([part, list]) => {
        const name = `${family}-${part.replace(/[[\]]/g, '')}`
        return {
          name,
          url: new URL(`files/${name}-wght-normal.woff2`, folder),
          ranges: list.split(',').map(parseRange),
        }
      })
  )
}

function parseRange(range: string): readonly [number, number] {
  const [from = '', to = from] = range.trim().slice('U+'.length).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

async function cutFont({ url }: FontFile, characters: string, weight: number): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  const font = await readFile(fileURLToPath(url))
  return subsetFont(font, characters, { targetFormat: 'sfnt', variationAxes: { wght: weight } })
}
