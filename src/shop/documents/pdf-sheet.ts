import { fileURLToPath } from 'node:url'
import type { ChooseFont } from './pdf-fonts.ts'
import { ascent, layOut, needsLayout } from './pdf-text.ts'

export const margin = 50
/** A4, in points. */
export const contentWidth = 595.28 - 2 * margin
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

/** The standard PDF fonts have these characters; others need an embedded font. */
const isPlain = (text: string) => /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡‰‹‘’“”•–—™›]*$/.test(text)

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
    // Characters with a font of their own do not affect the base font.
    const others = Array.from(text, each => (chooseFont(each, bold) ? '' : each)).join('')
    return layOut(pdf, text, { width, size, bold, align, baseFont: findBaseFont(others, bold), chooseFont })
  }
  /** Does not break pages: callers measure first. */
  const write = (text: string, x: number, y: number, columnWidth: number, style: TextStyle = {}): void => {
    choose(text, style)
    if (needsLayout(text)) layOutIn(text, columnWidth, style).draw(x, y)
    else {
      const baseline = y + (style.size ?? defaultSize) * ascent
      pdf.text(text, x, baseline, { width: columnWidth, align: style.align ?? 'left', baseline: 'alphabetic' })
    }
  }
  const measureHeight = (text: string, columnWidth: number, style: TextStyle = {}): number => {
    if (needsLayout(text)) return layOutIn(text, columnWidth, style).height
    choose(text, style)
    return pdf.heightOfString(text, { width: columnWidth })
  }
  return {
    pdf,
    measureHeight,
    write,
    rule(y: number): void {
      pdf
        .moveTo(margin, y)
        .lineTo(margin + contentWidth, y)
        .lineWidth(0.5)
        .strokeColor('#c9c5bb')
        .stroke()
    },
    paragraph(text: string): void {
      const height = measureHeight(text, contentWidth)
      if (pdf.y + 12 + height > bottom) {
        pdf.addPage()
        pdf.y = margin
      }
      const top = pdf.y + 12
      write(text, margin, top, contentWidth)
      pdf.y = Math.max(pdf.y, top + height)
    },
  }
}
