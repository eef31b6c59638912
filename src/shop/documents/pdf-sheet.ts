import { fileURLToPath } from 'node:url'
import { computeAccentColors } from '#contract/appearance/colors.ts'
import type { ChooseFont } from './pdf-fonts.ts'
import { ascent, layOut, needsLayout } from './pdf-text.ts'

export const margin = 50
/** In points. */
export const markHeight = 22
const maxMarkWidth = 110
/** A4, in points. */
export const contentWidth = 595.28 - 2 * margin
export const bottom = 841.89 - margin - 20

/** That of the shop now, also on documents that were issued before: it is no part of what they say. */
export interface Look {
  accentColor: string
  /** A PNG; without one the hammer is drawn. */
  logo: Buffer | undefined
}

/** In pixels: PNG, third edition, 11.1.1. */
const readPngSide = (png: Buffer, side: 'width' | 'height') => png.readUInt32BE(side === 'width' ? 16 : 20)

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
    /** Draws the shop's mark at the top left of the page, below a line in its color; returns its width with the gap beside it. */
    mark({ accentColor, logo }: Look): number {
      pdf.rect(margin, margin - 9, 36, 2).fill(accentColor)
      if (logo) {
        const width = Math.min(maxMarkWidth, (readPngSide(logo, 'width') / readPngSide(logo, 'height')) * markHeight)
        pdf.image(logo, margin, margin, { fit: [width, markHeight] })
        return width + 8
      }
      pdf
        .save()
        .translate(margin, margin)
        .scale(markHeight / 32)
      pdf.roundedRect(0, 0, 32, 32, 6).fill('#14181f')
      pdf.path('M7 9h15l3 4-3 4h-4v8h-6v-8H7z').fill(computeAccentColors(accentColor).onDark)
      pdf.restore()
      return markHeight + 8
    },
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
