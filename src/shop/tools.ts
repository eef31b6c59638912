import { and, desc, eq, type InferSelectModel, isNull, lt } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { tools } from '#db/tables.ts'
import type { Shop } from './shop.ts'

export type Tool = InferSelectModel<typeof tools>

export interface ToolsPage {
  limit: number
  cursor?: string | undefined
  id?: string | undefined
}

/** A page of the catalogue, newest first; with `id` just that tool, or none. */
export function listTools(shop: Shop, { limit, cursor, id }: ToolsPage): Promise<Tool[]> {
  return shop.db
    .select()
    .from(tools)
    .where(and(isNull(tools.deletedAt), cursor ? lt(tools.id, cursor) : undefined, id ? eq(tools.id, id) : undefined))
    .orderBy(desc(tools.id))
    .limit(limit)
}

export async function getTool(shop: Shop, id: string): Promise<Tool> {
  const [tool] = await listTools(shop, { limit: 1, id })
  return tool ?? refuse('tool_not_found')
}
