/** The query parameters of the shop page. */
export const searchParameters = [
  'q',
  'sort',
  'minPrice',
  'maxPrice',
  'orderable',
  'category',
  'brand',
  'spec',
  'view',
  'shown',
  'after',
] as const

/** Those that a form sends once for each checked box. */
export const repeatedParameters: readonly string[] = ['brand', 'spec']
