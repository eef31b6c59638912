/** Admins choose the page that an entry links to; without one, the entry is plain text. */
export const footerColumns = [
  ['Information', ['About us', 'Delivery information', 'Privacy policy', 'Terms and conditions']],
  ['My Account', ['Sign in', 'Orders', 'Addresses', 'Order history']],
  ['Customer Service', ['Help and contact', 'Returns', 'Shipping', 'Trade accounts']],
  ['Let Us Help You', ['Find a tool', 'Bulk orders', 'Warranty', 'Spare parts']],
] as const

export type FooterEntry = (typeof footerColumns)[number][1][number]

export type FooterLinks = Partial<Record<FooterEntry, string>>
