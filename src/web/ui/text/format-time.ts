const hour = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const day = { year: 'numeric', month: 'short', day: 'numeric' } as const

/** In the shop's time zone, as its documents, exports and figures have it, which is named: 'Nov 27, 2026, 2:06 PM UTC'. */
export const formatTime = (isoTime: string) => format(isoTime, { ...day, ...hour })

/** As `formatTime`, without the time of day. */
export const formatDate = (isoTime: string) => format(isoTime, day)

/** 'Nov 27' in the present year. */
export function formatShortDate(isoTime: string): string {
  const [date, today] = [formatDate(isoTime), formatDate(new Date().toISOString())]
  const year = today.slice(-6)
  return date.endsWith(year) ? date.slice(0, -year.length) : date
}

/** The layout has it from the settings. In the browser only: pages of the server show no times. */
export const findTimeZone = () => document.getElementById('main')?.dataset.timeZone

const format = (isoTime: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: findTimeZone() }).format(new Date(isoTime))

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Of a day as '2026-11-30'. */
export const formatDay = (day: string) => dayFormat.format(new Date(day))

const fullDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** As `formatDay`, with the year. */
export const formatFullDay = (day: string) => fullDayFormat.format(new Date(day))
