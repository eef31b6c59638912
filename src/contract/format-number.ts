/** Groups thousands: '12,345.6'. The first `Intl.NumberFormat` of a page would block a phone for about 100 ms. */
export const formatNumber = (value: number) => groupThousands(String(value))

export const groupThousands = (digits: string) => digits.replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',')
