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

/** Forms send these once for each checked box. */
export const repeatedParameters: readonly string[] = ['brand', 'spec']
