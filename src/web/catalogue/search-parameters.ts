/** The query parameters of the shop page. */
export const searchParameters = ['q', 'sort', 'minPrice', 'maxPrice', 'orderable', 'shown', 'after'] as const
