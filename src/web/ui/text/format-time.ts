const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** In the time zone of whoever formats it: for pages that are rendered in the browser. */
export const formatTime = (isoTime: string) => timeFormat.format(new Date(isoTime))
