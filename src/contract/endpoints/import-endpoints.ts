import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  Import,
  ImportApplication,
  ImportDetails,
  ImportRow,
  ImportRowParams,
  ImportRowQuery,
  ImportRowRepair,
  ImportUpload,
} from '#contract/schemas/admin/imports.ts'
import { acknowledged, idParams } from '#contract/schemas/fields.ts'

const maxFileBytes = 20_000_000

export const importEndpoints = {
  listImports: { access: 'admin:catalogue', summary: 'The newest imports', reply: z.array(Import) },
  addImport: {
    access: 'admin:catalogue',
    summary: 'Upload a CSV file of tools, whose rows are checked then; once per id',
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
  listImportRows: {
    access: 'admin:catalogue',
    summary: 'Rows of an import, in the order of the file, with what they would change',
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
    summary: 'Undo an import, except for fields changed since',
    params: idParams,
    reply: acknowledged,
  },
  discardImport: {
    access: 'admin:catalogue',
    summary: 'Give up an import that is not applied',
    params: idParams,
    reply: acknowledged,
  },
} as const satisfies Partial<EndpointTable>
