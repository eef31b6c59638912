import type { Client } from '#contract/client.ts'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import type { SidebarLink } from './dashboard.tsx'

export async function countWaiting(client: Client, areas: readonly AdminArea[]): Promise<ReadonlyMap<string, number>> {
  const counts = [
    ['orders', '/dashboard/manageAllOrders', () => client.countAllOrders({ query: { state: 'toShip' } })],
    ['accounts', '/dashboard/companies', () => client.countCompanies({ query: { state: 'applied' } })],
    ['orders', '/dashboard/returns', () => client.countReturns({ query: { state: 'requested' } })],
    ['catalogue', '/dashboard/reviews', () => client.countAllReviews({ query: { state: 'waiting' } })],
  ] as const
  const entries = counts
    .filter(([area]) => areas.includes(area))
    .map(async ([, path, count]) => [path, (await count()).count] as const)
  return Promise.all(entries).then(
    found => new Map(found),
    () => new Map(),
  )
}

/** A link with the areas of which one is needed. */
type AdminLink = readonly [areas: readonly AdminArea[], ...SidebarLink]

const adminLinks: readonly AdminLink[] = [
  [adminAreas, '/dashboard/profile', 'My Profile'],
  [['orders', 'accounts'], '/dashboard/users', 'All Users'],
  [['orders'], '/dashboard/manageAllOrders', 'Manage Orders', /^\/dashboard\/orders\//],
  [['catalogue'], '/dashboard/addProduct', 'Add A Product'],
  [['catalogue'], '/dashboard/manageProducts', 'Manage Tools'],
]

const overviewLinks: readonly AdminLink[] = [[['orders'], '/dashboard/overview', 'Overview']]

const recordLinks: readonly AdminLink[] = [
  [['accounts'], '/dashboard/companies', 'Companies'],
  [['catalogue'], '/dashboard/priceLists', 'Price Lists'],
  [['orders'], '/dashboard/returns', 'Returns'],
  [['catalogue'], '/dashboard/imports', 'Imports'],
  [['catalogue'], '/dashboard/categories', 'Categories and Brands'],
  [['catalogue'], '/dashboard/reviews', 'Reviews'],
  [['settings'], '/dashboard/pages', 'Pages'],
  [['settings'], '/dashboard/adminActions', 'Admin Actions'],
  [['settings'], '/dashboard/appearance', 'Appearance'],
  [['settings'], '/dashboard/settings', 'Settings'],
]

/** The headings of the sidebar with those links that lead to pages of these areas. */
export const listAdminLinks = (areas: readonly AdminArea[]) =>
  (
    [
      ['Overview', overviewLinks],
      ['Dashboard', adminLinks],
      ['Records', recordLinks],
    ] as const
  )
    .map(([heading, links]) => [heading, keepOwn(links, areas)] as const)
    .filter(([, links]) => links.length > 0)

const keepOwn = (links: readonly AdminLink[], areas: readonly AdminArea[]) =>
  links.filter(([needed]) => areas.some(area => needed.includes(area))).map(([, ...link]) => link)
