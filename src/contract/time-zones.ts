/** V8 and PostgreSQL read abbreviations and offsets ('CET', '+05:30') differently. */
const unambiguous = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z][\w+-]*)+)$/

export const dayMs = 24 * 3_600_000

export const noTimeZone = 'This is no time zone such as Europe/Berlin.'

export function isTimeZone(name: string): boolean {
  if (!unambiguous.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export function formatDay(time: Date, timeZone = 'UTC'): string {
  // The Swedish locale formats days like ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time)
}

/** 'Nov 27, 2026', as on pages. */
export const formatDateInWords = (time: Date, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(time)

export function findEndOfDay(day: string, timeZone = 'UTC'): Date {
  const wallClock = Date.parse(`${day}T23:59:59Z`)
  const findOffset = (time: number) => Date.parse(`${new Date(time).toLocaleString('sv-SE', { timeZone })}Z`) - time
  // The first offset may be that of before or after a change of the clocks.
  const nearEnd = wallClock - findOffset(wallClock)
  return new Date(wallClock - findOffset(nearEnd))
}

export function formatTimeInZone(time: Date, timeZone = 'UTC'): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(time)
  return `${formatDay(time, timeZone)} ${clock} ${timeZone}`
}
