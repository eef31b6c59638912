export const destinations = [
  ['Shop', '/shop', 'Shop'],
  ['Blogs', '/blogs', 'Blogs'],
  ['All Reviews', '/allReviews', 'All Reviews'],
  ['Login', '/login', 'Login'],
  ['Home', '/', 'Big Wholesale'],
] as const
