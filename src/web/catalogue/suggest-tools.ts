import { apiClient } from '#web/session/api-client.ts'
import { type CardTool, toCardTools } from './tool-card.tsx'

/** Undefined when the API fails, which the search itself reports. */
export async function suggestTools(q: string): Promise<CardTool[] | undefined> {
  const tools = await apiClient.listTools({ query: { q, limit: 6 } }).catch(() => undefined)
  return tools && toCardTools(tools)
}
