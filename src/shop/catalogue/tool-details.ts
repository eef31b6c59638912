import { eq } from 'drizzle-orm'
import type { Specification } from '#contract/cells/specifications.ts'
import { toolImages, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import type { Shop } from '#shop/shop.ts'
import { getTool, type ListedTool, listTools, type Tool } from './tools.ts'

export interface ToolDetails extends ListedTool {
  furtherImages: { url: string; alt: string }[]
  specifications: Specification[]
  replacement: Pick<Tool, 'id' | 'name' | 'sku'> | undefined
  related: ListedTool[]
}

const maxRelated = 4

/** Refuses `tool_not_found`. */
export async function getToolDetails(shop: Shop, id: string): Promise<ToolDetails> {
  const { db } = shop
  const tool = await getTool(shop, id)
  const selectSpecifications = db
    .select({ name: toolSpecifications.name, value: toolSpecifications.value, unit: toolSpecifications.unit })
    .from(toolSpecifications)
    .where(eq(toolSpecifications.toolId, id))
    .orderBy(toolSpecifications.position)
  const selectImages = db
    .select({ url: toolImages.url, alt: toolImages.alt })
    .from(toolImages)
    .where(eq(toolImages.toolId, id))
    .orderBy(toolImages.position)
  const selectReplacement = tool.replacementId
    ? db.select({ id: tools.id, name: tools.name, sku: tools.sku }).from(tools).where(eq(tools.id, tool.replacementId))
    : []
  const listNeighbors =
    tool.category === '' ? [] : listTools(shop, { category: tool.category }, { limit: maxRelated + 1 })
  const [specifications, furtherImages, [replacement], ofCategory] = await Promise.all([
    selectSpecifications,
    selectImages,
    selectReplacement,
    listNeighbors,
  ])
  const related = ofCategory.filter(other => other.id !== id).slice(0, maxRelated)
  return { ...tool, furtherImages, specifications, replacement, related }
}
