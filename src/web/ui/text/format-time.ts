const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** In the time zone of whoever formats it: for pages that are rendered in the browser. */
export const formatTime = (isoTime: string) => timeFormat.format(new Date(isoTime))

/** As `formatTime`, without the time of day. */
export const formatDate = (isoTime: string) => dateFormat.format(new Date(isoTime))
