import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { refuse, refuseTaken } from '#contract/refusals.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { publishCatalogue } from './publish-catalogue.ts'
import {
  describeTool,
  lockLinks,
  lockTools,
  replaceParts,
  resolveLinks,
  type ToolParts,
  unlinkReplacements,
} from './tool-parts.ts'
import { assertSellable } from './tool-rules.ts'
import type { Tool } from './tools.ts'

type OptionalColumns = Pick<
  Tool,
  | 'sku'
  | 'increment'
  | 'unitLabel'
  | 'priceBreaks'
  | 'taxPercent'
  | 'imageAlt'
  | 'discontinued'
  | 'gtin'
  | 'manufacturerNumber'
  | 'discountGroup'
>

interface OptionalFields extends OptionalColumns, ToolParts {
  brand: string
  category: string
  replacementSku: string
}

/** Omitted optional fields stay unchanged; a new tool gets their defaults. */
export type ToolFields = Pick<Tool, 'name' | 'image' | 'priceCents' | 'minimum' | 'available' | 'description'> & {
  [Name in keyof OptionalFields]?: OptionalFields[Name] | undefined
}

/** Refuses `invalid_input` and `taken`. */
export async function addTool(shop: Shop, admin: Actor, fields: ToolFields): Promise<string> {
  const { sku, increment = 1, unitLabel = '', priceBreaks = [], taxPercent = null, discontinued = false } = fields
  const { name, image, priceCents, minimum, available, description, imageAlt = '' } = fields
  const { gtin = '', manufacturerNumber = '', discountGroup = '' } = fields
  assertSellable({ priceCents, minimum, increment, priceBreaks })
  try {
    const id = await transactAs(shop, admin, async transaction => {
      await lockLinks(transaction, fields)
      const links = await resolveLinks(transaction, fields)
      const [added] = await transaction
        .insert(tools)
        .values({
          ...{ name, image, priceCents, minimum, available, description, increment, unitLabel, priceBreaks },
          ...{ taxPercent, imageAlt, discontinued, gtin, manufacturerNumber, discountGroup },
          ...{ ...links, ...(sku !== undefined && { sku }) },
        })
        .returning({ id: tools.id })
      if (!added) refuse('internal')
      await replaceParts(transaction, added.id, fields)
      await transaction.execute(sql`
        with added as (
          select id, name as target, '{}'::jsonb as before, ${describeTool} as after from ${tools} where id = ${added.id}
        ), ${buildAuditEntry(sql`added`, admin, 'add_tool')}
        select 1`)
      return added.id
    })
    await publishCatalogue(shop)
    return id
  } catch (error) {
    // An admin gave the generated SKU to another tool.
    return sku === undefined && isUniqueViolation(error) ? addTool(shop, admin, fields) : refuseTakenSku(error)
  }
}

interface ShownTool {
  fields?: Shown<ToolFields> | undefined
  stock?: number | undefined
}

/** Refuses `tool_not_found`, `edit_conflict`, `changed_meanwhile`, `invalid_input` and `taken`. */
export async function updateTool(
  shop: Shop,
  admin: Actor,
  id: string,
  change: ToolFields,
  shown: ShownTool = {},
): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    await lockLinks(transaction, change, id)
    const [present] = await transaction
      .select({ ...getTableColumns(tools), snapshot: describeTool })
      .from(tools)
      .where(and(eq(tools.id, id), isNull(tools.deletedAt)))
    if (!present) refuse('tool_not_found')
    const { available: _, ...shownFields } = shown.fields ?? {}
    const fields = mergeChange(change, { ...present, ...readLinks(present.snapshot) }, shownFields)
    const links = await resolveLinks(transaction, fields, id)
    const { name, image, priceCents, minimum, description } = fields
    const all = { ...present, ...omitUndefined(fields) }
    const { sku, increment, unitLabel, priceBreaks, taxPercent, imageAlt, discontinued } = all
    const { gtin, manufacturerNumber, discountGroup } = all
    assertSellable({ priceCents, minimum, increment, priceBreaks })
    const available = shown.stock === undefined ? fields.available : present.available + fields.available - shown.stock
    if (available < 0 || available > maxStock) refuse('changed_meanwhile')
    await replaceParts(transaction, id, fields)
    await transaction
      .update(tools)
      .set({
        ...{ name, image, priceCents, minimum, available, description, sku, increment, unitLabel, priceBreaks },
        ...{ taxPercent, imageAlt, discontinued, gtin, manufacturerNumber, discountGroup, ...links },
      })
      .where(eq(tools.id, id))
    if (available !== present.available)
      await transaction.insert(stockAdjustments).values({
        ...{ toolId: id, delta: available - present.available, reason: 'edit', actorEmail: admin.account.email },
      })
    await transaction.execute(sql`
        with changed as (
          select id, ${present.name}::text as target, ${JSON.stringify(present.snapshot)}::jsonb as before,
            ${describeTool} as after
          from ${tools} where id = ${id}
        ), ${buildAuditEntry(sql`changed`, admin, 'update_tool')}
        select 1`)
  }).catch(refuseTakenSku)
  await publishCatalogue(shop)
}

type Links = Required<Omit<OptionalFields, keyof OptionalColumns>>

const readLinks = (snapshot: Record<string, unknown>) =>
  ({
    brand: snapshot.brand,
    category: snapshot.category,
    replacementSku: snapshot.replacement_sku,
    specifications: snapshot.specifications,
    furtherImages: snapshot.further_images,
  }) as Links

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

function refuseTakenSku(error: unknown): never {
  if (isUniqueViolation(error)) refuseTaken('sku', 'Another tool has that SKU.')
  throw error
}

/** The row stays for its orders. Returns false when the tool was not listed. */
export async function deleteTool(shop: Shop, admin: Actor, id: string): Promise<boolean> {
  const isDeleted = await transactAs(shop, admin, async transaction => {
    await lockTools(transaction, sql`${tools.id} = ${id} or ${tools.replacementId} = ${id}`)
    const { rows } = await transaction.execute(sql`
      with deleted as (
        update ${tools} set deleted_at = now() where id = ${id} and deleted_at is null
        returning id, name as target, '{"deleted_at": null}'::jsonb as before,
          jsonb_build_object('deleted_at', deleted_at) as after
      ), ${buildAuditEntry(sql`deleted`, admin, 'delete_tool')}
      select 1 from deleted`)
    if (rows.length === 0) return false
    await unlinkReplacements(transaction, sql`${id}`)
    return true
  })
  await publishCatalogue(shop)
  return isDeleted
}
