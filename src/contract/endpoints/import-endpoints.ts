import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  Import,
  ImportApplication,
  ImportDetails,
  ImportQuery,
  ImportRow,
  ImportRowParams,
  ImportRowQuery,
  ImportRowRepair,
  ImportUpload,
  MappedImport,
  UndoneImport,
} from '#contract/schemas/admin/imports.ts'
import { acknowledged, idParams } from '#contract/schemas/fields.ts'

const maxFileBytes = 20_000_000

export const importEndpoints = {
  listImports: {
    access: 'admin:catalogue',
    summary: 'The newest imports, also of one price list',
    query: ImportQuery,
    reply: z.array(Import),
  },
  addImport: {
    access: 'admin:catalogue',
    summary:
      'Upload a workbook (.xlsx) or a text of tools, or of rows of a price list; once per id. Its rows are checked if its columns are known',
    params: idParams,
    form: ImportUpload,
    bodyLimit: [maxFileBytes + 10_000, 'file_too_large'],
    reply: acknowledged,
  },
  getImport: {
    access: 'admin:catalogue',
    summary: 'An import, and what its rows are',
    params: idParams,
    reply: ImportDetails,
  },
  listImportSuppliers: {
    access: 'admin:catalogue',
    summary: 'Suppliers whose columns are kept',
    reply: z.array(z.string()),
  },
  mapImport: {
    access: 'admin:catalogue',
    summary: 'Say what the columns hold, and check the rows; with a supplier it is kept for the next file',
    params: idParams,
    body: MappedImport,
    bodyLimit: [1_000_000, 'body_too_large'],
    reply: acknowledged,
  },
  listImportRows: {
    access: 'admin:catalogue',
    summary:
      'Rows of an import with what they would change, the largest change of a price first, then in the order of the file',
    params: idParams,
    query: ImportRowQuery,
    reply: z.array(ImportRow),
  },
  repairImportRow: {
    access: 'admin:catalogue',
    summary: 'Change cells of a row that is not applied yet, and check it again',
    params: ImportRowParams,
    body: ImportRowRepair,
    bodyLimit: [1_000_000, 'body_too_large'],
    reply: acknowledged,
  },
  applyImport: {
    access: 'admin:catalogue',
    summary: 'Write all new and changed rows at once; those at fault are left out',
    params: idParams,
    body: ImportApplication,
    reply: acknowledged,
  },
  undoImport: {
    access: 'admin:catalogue',
    summary:
      'Start the import that undoes this one, except for fields changed since; it is reviewed and applied as any other',
    params: idParams,
    reply: UndoneImport,
  },
  discardImport: {
    access: 'admin:catalogue',
    summary: 'Give up an import that is not applied',
    params: idParams,
    reply: acknowledged,
  },
} as const satisfies Partial<EndpointTable>
