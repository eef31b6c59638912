import { useEffect, useState } from 'react'

const waitMs = 150
const minLength = 2

/** The results of the previous text stay until the next answer. `suggest` must be a stable function. */
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
