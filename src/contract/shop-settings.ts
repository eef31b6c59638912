/** What an admin may change while the shop runs. */
export interface ShopSettings {
  storeName: string
  /** The contact block: lines of the address. */
  contactAddress: string
  contactPhone: string
  contactEmail: string
  /** Who sells, on documents; empty: the shop's name. */
  sellerName: string
  sellerAddress: string
  sellerTaxId: string
  /** Where transfers go. */
  sellerBank: string
  /** Of days in documents and figures, such as 'Europe/Berlin'. */
  timeZone: string
  /** Of the tax that prices include, for tools without a rate of their own. */
  taxPercent: number
  /** What an order comes to at least. */
  orderMinimumCents: number
  /** For the way of a parcel, before the days of a return begin. */
  returnTransitDays: number
}
