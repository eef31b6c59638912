import { NavLink, Outlet } from 'react-router'
import { clientContext } from '#web/context.ts'
import { sidebarId } from '#web/layout/nav-bar.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/admin-role.ts'
import { accountContext, requireSession } from '#web/session/middleware.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Route } from './+types/dashboard'

export const clientMiddleware = [requireSession]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return { admin: await isAdmin(context.get(clientContext), context.get(accountContext).email) }
}

export const meta = titleMeta('Dashboard')

export const HydrateFallback = Spinner

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

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width mt-8 grid items-start gap-8 lg:grid-cols-[14rem_1fr]">
      <aside
        id={sidebarId}
        popover="auto"
        className="fixed inset-[4rem_auto_0_0] m-0 h-auto w-64 border-r border-base-300 bg-base-100 p-4 text-base-content lg:static lg:block! lg:w-auto lg:rounded-box lg:border"
      >
        <nav aria-label="Dashboard" className="grid gap-1">
          {(loaderData.admin ? adminLinks : customerLinks).map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              end
              onClick={event => event.currentTarget.closest<HTMLElement>(':popover-open')?.hidePopover()}
              className={({ isActive }) =>
                `border-l-3 px-3 py-2 ${isActive ? 'border-primary bg-base-200 font-semibold' : 'border-transparent hover:bg-base-200'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
      </aside>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}
