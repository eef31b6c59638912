let isLeaving = false
const stays = new EventTarget()

/** Firefox and WebKit fail requests of a page that is being left. React Router's reload would cancel the navigation. */
export function holdFailuresOnLeave(): void {
  const stay = () => {
    isLeaving = false
    stays.dispatchEvent(new Event('stay'))
  }
  window.addEventListener('beforeunload', () => {
    isLeaving = true
  })
  // A download leads to no other page, and a person may choose to stay.
  window.addEventListener('pointerdown', stay, true)
  window.addEventListener('keydown', stay, true)
  window.addEventListener('pageshow', ({ persisted }) => persisted && stay())
  const { fetch } = window
  window.fetch = async (...request) => {
    const response = await rejectUnlessLeaving(fetch(...request))
    for (const read of ['json', 'text', 'blob'] as const) {
      const readBody = response[read].bind(response)
      Object.assign(response, { [read]: () => rejectUnlessLeaving(readBody()) })
    }
    return response
  }
}

/** If the page is being left, a rejection waits until the person uses the page again, or comes back to it. */
export async function rejectUnlessLeaving<Value>(promise: Promise<Value>): Promise<Value> {
  try {
    return await promise
  } catch (error) {
    if (isLeaving) await waitForReturn()
    throw error
  }
}

/**
 * The build puts it in place of `window.location.reload`, which React Router calls when a module fails to load.
 * @public
 */
export async function reloadUnlessLeaving(): Promise<void> {
  if (isLeaving) await waitForReturn()
  location.reload()
}

function waitForReturn(): Promise<unknown> {
  return new Promise(resolve => {
    stays.addEventListener('stay', resolve, { once: true })
  })
}
