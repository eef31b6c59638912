import { findOwnNumber } from '#web/prices/own-number.ts'
import { apiClient } from '#web/session/api-client.ts'
import { type CardTool, toCardTools } from './tool-card.tsx'

export type SuggestedTool = Omit<CardTool, 'brand'> & { partNumber?: string }

/** The tool that the reader's company calls so stands first. Undefined when the API fails, which the search itself reports. */
export async function suggestTools(q: string): Promise<SuggestedTool[] | undefined> {
  const [own, tools] = await Promise.all([
    findOwnNumber(q),
    apiClient.listTools({ query: { q, limit: 6 } }).catch(() => undefined),
  ])
  if (!own) return tools && toCardTools(tools)
  const others = toCardTools(tools ?? []).filter(({ _id }) => _id !== own._id)
  return [{ ...own, partNumber: q }, ...others.slice(0, 5)]
}
