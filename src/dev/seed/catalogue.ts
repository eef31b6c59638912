import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { brands as brandTable, categories as categoryTable, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { toSpecificationRow } from '#shop/catalogue/tool-parts.ts'
import type { ToolSnapshot } from '#shop/catalogue/tool-snapshots.ts'
import { readImportFile } from '#shop/imports/read-file.ts'
import { compareWithCatalogue } from '#shop/imports/tools/check-tools.ts'
import { toolFields } from '#tables/import-fields.ts'
import { type ImportCells, mapImportRow } from '#tables/import-rows.ts'
import { proposeImportMapping } from '#tables/propose-import-mapping.ts'

const brands = ['Norvane', 'Castellan', 'Tamarack', 'Oxbridge & Pole', 'Ferrum Nine', 'Halden']

interface SeedCategory {
  readonly name: string
  readonly parent?: string
  readonly filters: readonly string[]
}

const categories: readonly SeedCategory[] = [
  { name: 'Power tools', filters: ['Power source', 'Power'] },
  { name: 'Power saws', parent: 'Power tools', filters: ['Power source', 'Power', 'Cutting depth'] },
  { name: 'Drills and hammers', parent: 'Power tools', filters: ['Power source', 'Chuck'] },
  { name: 'Sanders and grinders', parent: 'Power tools', filters: ['Power', 'Disc', 'Weight'] },
  { name: 'Workshop machines', parent: 'Power tools', filters: ['Power', 'Weight'] },
  { name: 'Hand tools', filters: ['Material', 'Pack'] },
  { name: 'Saws and chisels', parent: 'Hand tools', filters: ['Length', 'Handle'] },
  { name: 'Wrenches and drivers', parent: 'Hand tools', filters: ['Pieces', 'Material'] },
  { name: 'Hammers and vises', parent: 'Hand tools', filters: ['Weight'] },
  { name: 'Measuring', parent: 'Hand tools', filters: ['Length'] },
  { name: 'Light and storage', filters: ['Material', 'Weight'] },
]

interface ListedTool {
  position: number
  cells: ImportCells
}

/** Oldest first: in the grid, neighbors differ in kind and color. The build copies both files beside this module. */
export async function readTools(name: 'tools.csv' | 'further-tools.csv'): Promise<ListedTool[]> {
  const bytes = new Uint8Array(await readFile(new URL(`./${name}`, import.meta.url)))
  const tools: ListedTool[] = []
  await readImportFile({ kind: 'tools', bytes }, async (table, _rowCount, portions) => {
    const { columns } = table
    const { mapping } = proposeImportMapping(table, toolFields, () => false)
    const titles = columns.map(({ title }) => title)
    for await (const rows of portions)
      tools.push(
        ...rows.map(({ position, cells }) => ({ position, cells: mapImportRow(cells, mapping, titles, toolFields) })),
      )
  })
  return tools
}

export async function seedCatalogue(db: Db, rows: readonly ListedTool[]): Promise<void> {
  const ofBrand = new Map<string, string>()
  const named = brands.map(name => ({ name, slug: toSlug(name) }))
  for (const { name, id } of await db.insert(brandTable).values(named).returning()) ofBrand.set(name, id)
  const ofCategory = await seedCategories(db)
  const urls = [...new Set(rows.map(({ cells }) => cells.image ?? ''))]
  await db.insert(images).values(urls.map(url => ({ url })))
  const added = await checkTools(db, rows)
  const values = added.map(tool => ({
    ...tool,
    priceCents: tool.price_cents,
    priceBreaks: tool.price_breaks,
    unitLabel: tool.unit_label,
    manufacturerNumber: tool.manufacturer_number,
    discountGroup: categories.find(({ name }) => toSlug(name) === tool.category)?.name ?? '',
    taxPercent: tool.tax_percent,
    imageAlt: tool.image_alt,
    brandId: ofBrand.get(tool.brand),
    categoryId: ofCategory.get(tool.category),
  }))
  const inserted = await db.insert(tools).values(values).returning({ toolId: tools.id })
  const specifications = inserted.flatMap(({ toolId }, row) =>
    (added[row]?.specifications ?? []).map((each, index) => ({
      toolId,
      position: index + 1,
      ...toSpecificationRow(each),
    })),
  )
  await db.insert(toolSpecifications).values(specifications)
  await db.execute(sql`select index_tool(id) from ${tools}`)
}

async function seedCategories(db: Db): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map<string, string>()
  for (const [index, { name, parent = '', filters }] of categories.entries()) {
    const row = { name, slug: toSlug(name), position: index + 1, filters: [...filters] }
    const parentId = idOf.get(toSlug(parent)) ?? null
    for (const { id, slug } of await db
      .insert(categoryTable)
      .values({ ...row, parentId })
      .returning())
      idOf.set(slug, id)
  }
  return idOf
}

async function checkTools(db: Db, rows: readonly ListedTool[]): Promise<ToolSnapshot[]> {
  const checked = await compareWithCatalogue(
    db,
    rows.map(row => ({ ...row, sku: row.cells.sku ?? '', undone: null })),
    { repeated: new Map(), currency: 'USD' },
  )
  return checked.map(({ after, errors: [fault], position }) => {
    if (fault) throw new Error(`Row ${position + 1} of the demo catalogue: ${fault.column}: ${fault.message}`)
    return after as ToolSnapshot
  })
}
