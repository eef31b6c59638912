const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** In the time zone of whoever formats it: for pages that are rendered in the browser. */
export const formatTime = (isoTime: string) => timeFormat.format(new Date(isoTime))

/** As `formatTime`, without the time of day. */
export const formatDate = (isoTime: string) => dateFormat.format(new Date(isoTime))

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Of a day as '2026-11-30'. */
export const formatDay = (day: string) => dayFormat.format(new Date(day))

const fullDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** As `formatDay`, with the year. */
export const formatFullDay = (day: string) => fullDayFormat.format(new Date(day))
