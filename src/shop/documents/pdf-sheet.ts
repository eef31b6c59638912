import { fileURLToPath } from 'node:url'

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

const fontFolder = new URL('.', import.meta.resolve('dejavu-fonts-ttf/package.json'))
const fontFile = (name: string) => fileURLToPath(new URL(`ttf/${name}.ttf`, fontFolder))

/** What the fonts of every PDF reader have: others need one that is embedded. */
const isPlain = (text: string) => /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡‰‹‘’“”•–—™›]*$/.test(text)

export function createSheet(pdf: PDFKit.PDFDocument) {
  const choose = (text: string, { bold = false, size = 9, gray = false }: TextStyle) => {
    const plain = bold ? 'Helvetica-Bold' : 'Helvetica'
    pdf
      .font(isPlain(text) ? plain : fontFile(bold ? 'DejaVuSans-Bold' : 'DejaVuSans'))
      .fontSize(size)
      .fillColor(gray ? '#5b6270' : '#14181f')
  }
  return {
    pdf,
    /** Height of the text in a column of that width. */
    measure(text: string, columnWidth: number, style: TextStyle = {}): number {
      choose(text, style)
      return pdf.heightOfString(text, { width: columnWidth })
    },
    write(text: string, x: number, y: number, columnWidth: number, style: TextStyle = {}): void {
      choose(text, style)
      pdf.text(text, x, y, { width: columnWidth, align: style.align ?? 'left' })
    },
    rule(y: number): void {
      pdf
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(0.5)
        .strokeColor('#c9c5bb')
        .stroke()
    },
    paragraph(text: string): void {
      choose(text, {})
      pdf.text(text, margin, pdf.y + 12, { width })
    },
  }
}
