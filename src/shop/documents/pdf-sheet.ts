import { fileURLToPath } from 'node:url'
import type { ChooseFont } from './pdf-fonts.ts'
import { ascent, layOut, needsLayout } from './pdf-text.ts'

export const margin = 50
/** Of the text, on A4 paper in points. */
export const width = 595.28 - 2 * margin
/** Where text begins a new page. */
export const bottom = 841.89 - margin - 20

export type Sheet = ReturnType<typeof createSheet>

interface TextStyle {
  bold?: boolean
  size?: number
  align?: 'left' | 'right'
  gray?: boolean
}

const defaultSize = 9

const fontFolder = new URL('.', import.meta.resolve('dejavu-fonts-ttf/package.json'))
const fontFile = (name: string) => fileURLToPath(new URL(`ttf/${name}.ttf`, fontFolder))

/** What the fonts of every PDF reader have: others need one that is embedded. */
const isPlain = (text: string) => /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡‰‹‘’“”•–—™›]*$/.test(text)

/** `chooseFont` has fonts for what Helvetica and DejaVu Sans lack. */
export function createSheet(pdf: PDFKit.PDFDocument, chooseFont: ChooseFont) {
  const findBaseFont = (text: string, bold: boolean) => {
    if (isPlain(text)) return bold ? 'Helvetica-Bold' : 'Helvetica'
    return fontFile(bold ? 'DejaVuSans-Bold' : 'DejaVuSans')
  }
  const choose = (text: string, { bold = false, size = defaultSize, gray = false }: TextStyle) =>
    pdf
      .font(findBaseFont(text, bold))
      .fontSize(size)
      .fillColor(gray ? '#5b6270' : '#14181f')
  const layOutIn = (text: string, width: number, { bold = false, size = defaultSize, align = 'left' }: TextStyle) => {
    // What has a font of its own does not count.
    const others = Array.from(text, each => (chooseFont(each, bold) ? '' : each)).join('')
    return layOut(pdf, text, { width, size, bold, align, baseFont: findBaseFont(others, bold), chooseFont })
  }
  /** Also draws below the page's end: callers measure before. */
  const write = (text: string, x: number, y: number, columnWidth: number, style: TextStyle = {}): void => {
    choose(text, style)
    if (needsLayout(text)) layOutIn(text, columnWidth, style).draw(x, y)
    else {
      const baseline = y + (style.size ?? defaultSize) * ascent
      pdf.text(text, x, baseline, { width: columnWidth, align: style.align ?? 'left', baseline: 'alphabetic' })
    }
  }
  const measure = (text: string, columnWidth: number, style: TextStyle = {}): number => {
    if (needsLayout(text)) return layOutIn(text, columnWidth, style).height
    choose(text, style)
    return pdf.heightOfString(text, { width: columnWidth })
  }
  return {
    pdf,
    /** Height of the text in a column of that width. */
    measure,
    write,
    rule(y: number): void {
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .strokeColor('#c9c5bb')
        .stroke()
    },
    /** On the next page where this one has no room for all of it. */
    paragraph(text: string): void {
      const height = measure(text, width)
      if (pdf.y + 12 + height > bottom) {
        pdf.addPage()
        pdf.y = margin
      }
      const top = pdf.y + 12
      write(text, margin, top, width)
      pdf.y = Math.max(pdf.y, top + height)
    },
  }
}
