/** Browsers block storage together with cookies, and it may be full: texts are then kept until the page is loaded again. */
function createTextStore(findStorage: () => Storage) {
  const unstored = new Map<string, string>()
  const reported = new Set<string>()

  function use<Value>(work: (storage: Storage) => Value): Value | undefined {
    try {
      return work(findStorage())
    } catch {
      return undefined
    }
  }

  function write(key: string, text: string): void {
    unstored.delete(key)
    use(storage => storage.setItem(key, text))
    if (use(storage => storage.getItem(key)) === text) return
    unstored.set(key, text)
    // The former text must not come back with the next load.
    use(storage => storage.removeItem(key))
  }

  return {
    read: (key: string): string | null => unstored.get(key) ?? use(storage => storage.getItem(key)) ?? null,
    write,
    /** Tells the person once if the text cannot be stored. `subject` begins that sentence: 'Your cart is kept'. */
    keep(key: string, text: string, subject: string): void {
      write(key, text)
      if (!unstored.has(key) || reported.has(key)) return
      reported.add(key)
      const sentence = `This browser stores nothing now. ${subject} until the page is loaded again.`
      // Imported only here, since Node's tests load this module without React.
      void import('#web/ui/toast.tsx').then(({ toast }) => toast('error', sentence))
    },
    remove(key: string): void {
      unstored.delete(key)
      use(storage => storage.removeItem(key))
    },
    clear(): void {
      unstored.clear()
      use(storage => storage.clear())
    },
  }
}

export const browserTexts = createTextStore(() => localStorage)

export const tabTexts = createTextStore(() => sessionStorage)
