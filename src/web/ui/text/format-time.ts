const hour = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const day = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** Formats in the shop's time zone, as its documents and exports do: 'Nov 27, 2026, 2:06 PM UTC'. */
export const formatTime = (isoTime: string) => format(isoTime, { ...day, ...hour })

export const formatDate = (isoTime: string) => format(isoTime, day)

/** Omits the current year: 'Nov 27'. */
export function formatShortDate(isoTime: string): string {
  const [date, today] = [formatDate(isoTime), formatDate(new Date().toISOString())]
  const year = today.slice(-6)
  return date.endsWith(year) ? date.slice(0, -year.length) : date
}

/** The layout sets it from the settings. Browser only: server-rendered pages show no times. */
export const findTimeZone = () => document.getElementById('main')?.dataset.timeZone

const format = (isoTime: string, options: Intl.DateTimeFormatOptions, timeZone = findTimeZone()) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(isoTime))

export const formatMonthDay = (day: string) => format(day, { month: 'short', day: 'numeric' }, 'UTC')

export const formatFullDay = (day: string) => format(day, { dateStyle: 'medium' }, 'UTC')
