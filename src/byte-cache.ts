interface Slot<Value> {
  value: Value
  bytes: number
  expires: number
  /** Whether somebody asked for it since it was last passed over. */
  wanted: boolean
}

export interface ByteCache<Value> {
  get: (key: string, now: number) => Value | undefined
  set: (key: string, value: Value, bytes: number, now: number) => void
  drop: (isOld: (value: Value) => boolean) => void
}

/**
 * Keeps what was asked for of late in at most `room` bytes, each for at most `age` milliseconds. What has to make room
 * is the oldest that nobody asked for since its last chance (the CLOCK algorithm), so that a hit costs one lookup.
 */
export function byteCache<Value>(room: number, age: number): ByteCache<Value> {
  const slots = new Map<string, Slot<Value>>()
  let used = 0

  function remove(key: string, slot: Slot<Value>): void {
    slots.delete(key)
    used -= slot.bytes
  }

  function makeRoom(bytes: number): void {
    for (const [key, slot] of slots) {
      if (used + bytes <= room) return
      remove(key, slot)
      if (!slot.wanted) continue
      slots.set(key, { ...slot, wanted: false })
      used += slot.bytes
    }
  }

  return {
    get(key, now) {
      const slot = slots.get(key)
      if (!slot || slot.expires <= now) return undefined
      slot.wanted = true
      return slot.value
    },
    set(key, value, bytes, now) {
      const before = slots.get(key)
      if (before) remove(key, before)
      if (bytes > room) return
      makeRoom(bytes)
      slots.set(key, { value, bytes, expires: now + age, wanted: false })
      used += bytes
    },
    drop(isOld) {
      for (const [key, slot] of slots) if (isOld(slot.value)) remove(key, slot)
    },
  }
}
