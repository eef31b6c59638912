import type { DecimalSign } from '#contract/cells/read-number.ts'
import { readCell } from '#contract/cells/tool-cells.ts'
import type { Fields } from './fields.ts'
import { writePlainNumbers } from './plain-numbers.ts'
import { isFilled } from './sheets.ts'

export interface Mapping<Name extends string = string> {
  /** What the columns hold, in their order; null for one that is not read. */
  columns: (Name | null)[]
  decimalSign?: DecimalSign | undefined
  /** '18900' is 189.00. */
  hasImpliedDecimals?: boolean | undefined
  /** Shops export descriptions as HTML. */
  readsHtml?: boolean | undefined
}

/** Cells by field: columns of one field are joined, and numbers are written plainly, as '1250.5'. */
export function mapRow<Name extends string>(
  cells: readonly string[],
  { columns, decimalSign, hasImpliedDecimals = false, readsHtml = false }: Mapping<Name>,
  fields: Partial<Fields<Name>>,
): Partial<Record<Name, string>> {
  const mapped: Partial<Record<Name, string>> = {}
  for (const [index, name] of columns.entries()) {
    const cell = cells[index]
    const field = name === null ? undefined : fields[name]
    if (name === null || !field || !isFilled(cell)) continue
    const { reads, joinedBy = ' ' } = field
    const own = readCell(cell)
    const text =
      reads === 'text'
        ? readsHtml
          ? toPlainText(own)
          : own
        : writePlainNumbers(reads, own, { decimalSign, hasImpliedDecimals })
    const before = mapped[name]
    mapped[name] = before === undefined ? text : `${before}${joinedBy}${text}`
  }
  return mapped
}

function toPlainText(text: string): string {
  if (!/<\/?[a-z][^<>]*>/i.test(text)) return text
  return text
    .replace(/\s*<(br|\/p|\/li|\/div|\/h\d)\b[^<>]*>\s*/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

const entities: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
