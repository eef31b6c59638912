import { readRowCursor, toWireImport, toWireImportDetails, toWireImportRow } from '#api/mappers/imports.ts'
import type { importEndpoints } from '#contract/endpoints/import-endpoints.ts'
import { cutText, stripInvisible } from '#contract/text.ts'
import {
  addImport,
  getImport,
  listImportRows,
  listImports,
  repairImportRow,
  takeImportStep,
  undoImport,
} from '#shop/imports/imports.ts'
import { listSuppliers, mapImport } from '#shop/imports/map-import.ts'
import type { Handlers } from './handler.ts'

const done = { acknowledged: true }

export const importHandlers: Pick<Handlers, keyof typeof importEndpoints> = {
  listImports: async ({ shop }, { query }) => (await listImports(shop, query.listId)).map(toWireImport),
  addImport: async ({ shop }, { actor, params, form: { file, ...chosen } }) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const fileName = cutText(stripInvisible(file.name), 200)
    await addImport(shop, actor, { id: params.id, fileName, bytes, ...chosen })
    return done
  },
  getImport: async ({ shop }, { params }) => toWireImportDetails(await getImport(shop, params.id)),
  listImportSuppliers: ({ shop }) => listSuppliers(shop),
  mapImport: async ({ shop }, { actor, params, body }) => {
    await mapImport(shop, actor, params.id, body)
    return done
  },
  listImportRows: async ({ shop }, { params, query: { kept, cursor, ...query } }) => {
    const page = { ...query, kept: kept === 'true', after: cursor === undefined ? undefined : readRowCursor(cursor) }
    return (await listImportRows(shop, params.id, page)).map(toWireImportRow)
  },
  repairImportRow: async ({ shop }, { actor, params, body }) => {
    await repairImportRow(shop, actor, params.id, params.position, body.cells, body.shown)
    return done
  },
  applyImport: async ({ shop }, { actor, params, body }) => {
    await takeImportStep(shop, actor, params.id, 'apply', body.version)
    return done
  },
  undoImport: async ({ shop }, { actor, params }) => ({ _id: await undoImport(shop, actor, params.id) }),
  discardImport: async ({ shop }, { actor, params }) => {
    await takeImportStep(shop, actor, params.id, 'discard')
    return done
  },
}
