/** A binary heap of events in the order of their times. */
export function createEventQueue<Item>() {
  const times: number[] = []
  const items: Item[] = []

  function swap(one: number, other: number): void {
    const [time, item] = [times[one], items[one]]
    times[one] = times[other] as number
    items[one] = items[other] as Item
    times[other] = time as number
    items[other] = item as Item
  }
  const isEarlier = (one: number, other: number) => (times[one] ?? 0) < (times[other] ?? 0)

  function push(at: number, item: Item): void {
    times.push(at)
    items.push(item)
    let child = times.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isEarlier(child, parent)) return
      swap(child, parent)
      child = parent
    }
  }

  function pop(): { at: number; item: Item } | undefined {
    if (times.length === 0) return undefined
    swap(0, times.length - 1)
    const first = { at: times.pop() as number, item: items.pop() as Item }
    let parent = 0
    while (true) {
      let child = 2 * parent + 1
      if (child >= times.length) return first
      if (child + 1 < times.length && isEarlier(child + 1, child)) child += 1
      if (!isEarlier(child, parent)) return first
      swap(child, parent)
      parent = child
    }
  }

  return { push, pop }
}
