import type { DecimalSign } from '#contract/cells/read-number.ts'
import type { Column } from './describe-columns.ts'
import { type Field, type Fields, normalizeHeading, scoreHeading } from './fields.ts'

export interface ColumnProposal<Name extends string> {
  field: Name | null
  /** What a person should look at, as a sentence; empty where the heading says it. */
  note: string
}

/** Proposes what each column holds, by its heading and else by its cells. */
export function proposeColumns<Name extends string>(
  columns: readonly Column[],
  fields: Partial<Fields<Name>>,
  isKnownSku: (cell: string) => boolean,
): ColumnProposal<Name>[] {
  const known = Object.entries(fields) as [Name, Field][]
  const names = known.map(([name]) => name)
  const proposals = columns.map((column): ColumnProposal<Name> & { score: number } => {
    const [best] = known
      .map(([name, field]) => ({ name, score: scoreHeading(column.title, field) }))
      .toSorted((one, other) => other.score - one.score)
    const isNamed = best !== undefined && best.score > 0 && !column.isHidden
    return { field: isNamed ? best.name : null, note: isNamed ? '' : describeUnknown(column), score: best?.score ?? 0 }
  })
  proposeKnownSkus(columns, proposals, names, isKnownSku)
  if (columns.every(({ title }) => title === '')) proposeByCells(columns, proposals, names)
  for (const [name, { joinedBy }] of known) settleRivals(columns, proposals, name, joinedBy !== undefined)
  return proposals.map(({ field, note }) => ({ field, note }))
}

type Scored<Name extends string> = ColumnProposal<Name> & { score: number }

function describeUnknown({ filled, gtins, isRising, isHidden }: Column): string {
  if (isHidden) return 'The workbook hides this column.'
  if (filled === 0) return 'This column is empty.'
  if (gtins * 5 > filled * 4) return 'These are barcodes (GTIN).'
  return isRising ? 'These are numbers of lines.' : ''
}

/** The SKU is in the column with most SKUs of the shop, among those whose headings say SKU, or else say nothing. */
function proposeKnownSkus<Name extends string>(
  columns: readonly Column[],
  proposals: Scored<Name>[],
  names: readonly Name[],
  isKnownSku: (cell: string) => boolean,
): void {
  const sku = names.find(name => name === 'sku')
  if (!sku) return
  const wanted = proposals.some(({ field }) => field === sku) ? sku : null
  const shares = columns.map(({ examples }, index) => {
    if (proposals[index]?.field !== wanted) return 0
    const filled = examples.filter(Boolean)
    return filled.length === 0 ? 0 : filled.filter(isKnownSku).length / filled.length
  })
  const best = Math.max(0, ...shares)
  if (best <= 0.5) return
  const index = shares.indexOf(best)
  for (const [other, proposal] of proposals.entries())
    if (other === index) proposals[other] = { field: sku, note: '', score: 100 }
    else if (proposal.field === sku)
      proposals[other] = { field: null, note: 'Another column has the shop’s SKUs.', score: 0 }
}

const please = 'The list has no heading: please check.'

/** The first column of codes is the SKU, the one with the longest texts the name. */
function proposeByCells<Name extends string>(
  columns: readonly Column[],
  proposals: Scored<Name>[],
  names: readonly Name[],
): void {
  const propose = (wanted: string, index: number) => {
    const field = names.find(name => name === wanted)
    const isFree = field && index >= 0 && !proposals.some(proposal => proposal.field === field)
    if (isFree && proposals[index]?.field === null) proposals[index] = { field, note: please, score: 1 }
  }
  const isCode = (cell: string) => /^[A-Za-z0-9][A-Za-z0-9._/-]{2,39}$/.test(cell)
  propose(
    'sku',
    columns.findIndex(({ examples, gtins }) => gtins === 0 && examples.every(isCode)),
  )
  const lengths = columns.map(({ examples }) => examples.filter(each => each.includes(' ')).join('').length)
  const longest = Math.max(...lengths)
  if (longest > 0) propose('name', lengths.indexOf(longest))
}

/** The best named of several columns with the same meaning is proposed, and a person looks at it. */
function settleRivals<Name extends string>(
  columns: readonly Column[],
  proposals: Scored<Name>[],
  name: Name,
  isJoined: boolean,
): void {
  const rivals = proposals.flatMap((proposal, index) => (proposal.field === name ? index : []))
  if (rivals.length < 2) return
  const filled = rivals.filter(index => (columns[index]?.filled ?? 0) > 0)
  const best = Math.max(...filled.map(index => proposals[index]?.score ?? 0))
  const [winner = rivals[0], ...equal] = filled.filter(index => proposals[index]?.score === best)
  const base = (index: number | undefined) => normalizeHeading(columns[index ?? -1]?.title ?? '').replace(/ \d+$/, '')
  for (const index of rivals) {
    const proposal = proposals[index]
    if (!proposal || index === winner) continue
    const isNumbered = columns[index]?.title !== columns[winner ?? -1]?.title
    if (isJoined && isNumbered && base(index) === base(winner)) continue
    proposals[index] = { ...proposal, field: null, note: `“${columns[winner ?? -1]?.title}” is proposed for the same.` }
  }
  const chosen = proposals[winner ?? -1]
  const others = equal.filter(index => proposals[index]?.field === null)
  if (chosen && (others.length > 0 || best < 100) && rivals.some(index => proposals[index]?.field === null))
    chosen.note = 'Other columns may mean the same: please check.'
}

/**
 * The sign of decimals of the columns that are read as numbers, unless any other column shows the other sign. In a workbook a point
 * is none: its numbers are written with points here, beside which a text such as '1.250' stays ambiguous.
 */
export function findSignOfColumns<Name extends string>(
  columns: readonly Column[],
  proposals: readonly ColumnProposal<Name>[],
  fields: Partial<Fields<Name>>,
  isWorkbook: boolean,
): DecimalSign | undefined {
  const isRead = (_: Column, index: number) => {
    const field = proposals[index]?.field
    return field && fields[field]?.reads !== 'text'
  }
  const list = (some: readonly Column[]) => new Set(some.flatMap(({ decimalSigns }) => Array.from(decimalSigns)))
  const [sign] = list(columns.filter(isRead))
  return list(columns).size === 1 && !(isWorkbook && sign === '.') ? (sign as DecimalSign | undefined) : undefined
}
