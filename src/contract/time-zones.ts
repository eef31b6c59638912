/** Of a place, or UTC: V8 and PostgreSQL read abbreviations and offsets ('CET', '+05:30') differently. */
const unambiguous = /^(UTC|[A-Z][A-Za-z_]+(\/[A-Za-z][\w+-]*)+)$/

export const noTimeZone = 'This is no time zone such as Europe/Berlin.'

/** Whether it names a time zone of the IANA database, such as 'Europe/Berlin'. */
export function isTimeZone(name: string): boolean {
  if (!unambiguous.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The day there, as '2026-11-23'. */
export function formatDay(time: Date, timeZone = 'UTC'): string {
  // Sweden writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time)
}

/** The last second of a day there, such as '2026-11-23'. */
export function findEndOfDay(day: string, timeZone = 'UTC'): Date {
  const inUtc = new Date(`${day}T23:59:59Z`)
  // What a clock shows there at that time, as if it were UTC.
  const shown = new Date(`${inUtc.toLocaleString('sv-SE', { timeZone })}Z`)
  return new Date(2 * Number(inUtc) - Number(shown))
}

/** As '2026-11-23 17:05 UTC'. */
export function formatTimeInZone(time: Date, timeZone = 'UTC'): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(time)
  return `${formatDay(time, timeZone)} ${clock} ${timeZone}`
}
