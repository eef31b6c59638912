import type { ImportKind } from '#contract/schemas/admin/imports.ts'
import { priceRows } from './prices/price-rows.ts'
import type { RowKind } from './row-kind.ts'
import { toolRows } from './tools/tool-rows.ts'

export const rowKinds: Readonly<Record<ImportKind, RowKind>> = { tools: toolRows, prices: priceRows }

export const toImportKind = ({ listId }: { listId: string | null | undefined }): ImportKind =>
  listId ? 'prices' : 'tools'
