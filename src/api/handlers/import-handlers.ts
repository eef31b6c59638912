import { toWireImport, toWireImportDetails, toWireImportRow } from '#api/mappers/imports.ts'
import type { importEndpoints } from '#contract/endpoints/import-endpoints.ts'
import { cutText, stripInvisible } from '#contract/text.ts'
import {
  addImport,
  getImport,
  listImportRows,
  listImports,
  repairImportRow,
  takeImportStep,
} from '#shop/imports/imports.ts'
import type { Handlers } from './handler.ts'

const done = { acknowledged: true }

export const importHandlers: Pick<Handlers, keyof typeof importEndpoints> = {
  listImports: async ({ shop }) => (await listImports(shop)).map(toWireImport),
  addImport: async ({ shop }, { actor, params, form: { file, decimalSign } }) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const fileName = cutText(stripInvisible(file.name), 200)
    await addImport(shop, actor, { id: params.id, fileName, bytes, decimalSign })
    return done
  },
  getImport: async ({ shop }, { params }) => toWireImportDetails(await getImport(shop, params.id)),
  listImportRows: async ({ shop }, { params, query: { kept, ...query } }) =>
    (await listImportRows(shop, params.id, { ...query, kept: kept === 'true' })).map(toWireImportRow),
  repairImportRow: async ({ shop }, { actor, params, body }) => {
    await repairImportRow(shop, actor, params.id, params.position, body.cells, body.shown)
    return done
  },
  applyImport: async ({ shop }, { actor, params, body }) => {
    await takeImportStep(shop, actor, params.id, 'apply', body.version)
    return done
  },
  undoImport: async ({ shop }, { actor, params }) => {
    await takeImportStep(shop, actor, params.id, 'undo')
    return done
  },
  discardImport: async ({ shop }, { actor, params }) => {
    await takeImportStep(shop, actor, params.id, 'discard')
    return done
  },
}
