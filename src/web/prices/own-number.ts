import { useEffect, useState } from 'react'
import type { CartTool } from '#contract/schemas/carts.ts'
import { readCompany } from '#web/session/access-token.ts'

/** The tool that the reader's company calls so; undefined for visitors, and for any other text. */
export async function findOwnNumber(text: string): Promise<CartTool | undefined> {
  if (readCompany() === '' || text === '' || text.length > maxNumberLength) return undefined
  const { apiClient } = await import('#web/session/api-client.ts')
  const found = await apiClient.findTools({ body: { skus: [text] } }).catch(() => [])
  return found.find(({ foundBy = [] }) => foundBy.some(({ kind }) => kind === 'part_number'))
}

const maxNumberLength = 40

export function useOwnNumber(text = ''): CartTool | undefined {
  const [found, setFound] = useState<{ text: string; tool: CartTool | undefined }>()
  useEffect(() => {
    let isShown = true
    void findOwnNumber(text).then(tool => isShown && setFound({ text, tool }))
    return () => {
      isShown = false
    }
  }, [text])
  return found?.text === text ? found.tool : undefined
}
