/** What admins are in charge of. Companies belong to `accounts`, reviews and price lists to `catalogue`, pages to `settings`. */
export const adminAreas = ['orders', 'catalogue', 'accounts', 'settings'] as const
export type AdminArea = (typeof adminAreas)[number]
