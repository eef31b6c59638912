import { NavLink, Outlet } from 'react-router'
import type { PageHandle } from '#web/context.ts'
import { sidebarId } from '#web/layout/nav-bar.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { accountContext, requireSession } from '#web/session/middleware.ts'
import { closePopover } from '#web/ui/close-popover.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/dashboard'

export const handle = { isPersonal: true } satisfies PageHandle

export const clientMiddleware = [requireSession]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { admin: await isAdmin(context.get(accountContext).email) }
}

export const meta = titleMeta('Dashboard')

export const HydrateFallback = () => (
  <>
    <Spinner />
    <noscript>
      <p className="fixed inset-x-0 top-1/4 z-50 p-6 text-center">
        The dashboard needs JavaScript. The shop, its tools and reviews can be read without it.
      </p>
    </noscript>
  </>
)

const customerLinks = [
  ['/dashboard', 'My Orders'],
  ['/dashboard/review', 'Add A Review'],
  ['/dashboard/profile', 'My Profile'],
] as const
const adminLinks = [
  ['/dashboard/profile', 'My Profile'],
  ['/dashboard/users', 'All Users'],
  ['/dashboard/manageAllOrders', 'Manage Orders'],
  ['/dashboard/addProduct', 'Add A Product'],
  ['/dashboard/manageProducts', 'Manage Tools'],
] as const

const orderingLinks = [
  ['/quick-order', 'Quick Order'],
  ['/dashboard/lists', 'Saved Lists'],
  ['/dashboard/addresses', 'Address Book'],
] as const

const recordLinks = [
  ['/dashboard/overview', 'Overview'],
  ['/dashboard/returns', 'Returns'],
  ['/dashboard/imports', 'Imports'],
  ['/dashboard/categories', 'Categories and Brands'],
  ['/dashboard/reviews', 'Reviews'],
  ['/dashboard/pages', 'Pages'],
  ['/dashboard/adminActions', 'Admin Actions'],
  ['/dashboard/settings', 'Settings'],
] as const

export default function Dashboard({ loaderData: { admin } }: Route.ComponentProps) {
  return (
    <div className="page-width mt-8 grid items-start gap-8 lg:grid-cols-[14rem_1fr]">
      <aside
        id={sidebarId}
        popover="auto"
        className="fixed inset-[4rem_auto_0_0] m-0 h-auto w-64 border-r border-base-300 bg-base-100 p-4 text-base-content lg:static lg:block! lg:w-auto lg:rounded-box lg:border"
      >
        <SidebarLinks label="Dashboard" links={admin ? adminLinks : customerLinks} />
        <hr className="my-3 border-base-300" />
        {admin ? (
          <SidebarLinks label="Records" links={recordLinks} />
        ) : (
          <SidebarLinks label="Ordering" links={orderingLinks} />
        )}
      </aside>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

interface SidebarLinksProps {
  label: string
  links: readonly (readonly [to: string, label: string])[]
}

function SidebarLinks({ label, links }: SidebarLinksProps) {
  return (
    <nav aria-label={label} className="grid gap-1">
      {links.map(([to, name]) => (
        <NavLink
          key={to}
          to={to}
          end
          onClick={event => closePopover(event.currentTarget.closest('aside'))}
          className={({ isActive }) =>
            `border-l-3 px-3 py-2 ${isActive ? 'border-primary bg-base-200 font-semibold' : 'border-transparent hover:bg-base-200'}`
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
