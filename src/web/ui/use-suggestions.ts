import { useEffect, useState } from 'react'

const waitMs = 150
const minLength = 2

/**
 * What `suggest` finds for the text that was typed last. Undefined until the first answer, and for a shorter text than two
 * characters; what was found for the text before stays until the next answer. `suggest` has to stay the same function.
 */
export function useSuggestions<Item>(
  text: string,
  suggest: (text: string) => Promise<readonly Item[] | undefined>,
): readonly Item[] | undefined {
  const [found, setFound] = useState<readonly Item[]>()
  useEffect(() => {
    if (text.length < minLength) return
    let isLatest = true
    const timer = setTimeout(async () => {
      const items = await suggest(text)
      if (isLatest) setFound(items)
    }, waitMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, suggest])
  return text.length < minLength ? undefined : found
}
