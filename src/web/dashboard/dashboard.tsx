import { Fragment } from 'react'
import { Link, Outlet, type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import { clientContext, type PageHandle } from '#web/context.ts'
import { sidebarId } from '#web/layout/nav-bar.tsx'
import { setCustomerView, useCustomerView } from '#web/prices/customer-view.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { accountContext, requireSession } from '#web/session/middleware.ts'
import { closePopover } from '#web/ui/close-popover.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useResolved } from '#web/ui/use-resolved.ts'
import type { Route } from './+types/dashboard'

export const handle = { isPersonal: true } satisfies PageHandle

export const clientMiddleware = [requireSession]

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { email } = context.get(accountContext)
  const client = context.get(clientContext)
  if (!(await isAdmin(email))) return { admin: false, areas: [], adminLinks: undefined, waiting: undefined }
  const [{ areas }, { countWaiting, listAdminLinks }] = await Promise.all([
    client.getMembership({}),
    import('./admin-links.ts'),
  ])
  return { admin: true, areas, adminLinks: listAdminLinks(areas), waiting: countWaiting(client, areas) }
}

/** Actions change the counts; navigation within a list does not. */
export const shouldRevalidate = ({ formMethod = 'GET', currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'GET' || currentUrl.href === nextUrl.href

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

export type SidebarLink = readonly [to: string, label: string, others?: RegExp]

const customerLinks: readonly SidebarLink[] = [
  ['/dashboard', 'My Orders', /^\/dashboard\/(orders|payment)\//],
  ['/dashboard/review', 'Add A Review'],
  ['/dashboard/profile', 'My Profile'],
]
const orderingLinks: readonly SidebarLink[] = [
  ['/quick-order', 'Quick Order'],
  ['/dashboard/lists', 'Saved Lists'],
  ['/dashboard/addresses', 'Address Book'],
  ['/dashboard/company', 'My Company'],
]

export default function Dashboard({ loaderData: { adminLinks, waiting } }: Route.ComponentProps) {
  const counts = useResolved(waiting)
  return (
    <div className="compact dashboard-width mt-3 grid items-start gap-4 xl:grid-cols-[13rem_minmax(0,1fr)]">
      <aside
        id={sidebarId}
        popover="auto"
        className="fixed inset-[4rem_auto_0_0] m-0 h-auto w-64 overflow-y-auto border-r border-base-300 bg-base-100 p-3 text-base-content xl:static xl:block! xl:w-auto xl:tall:sticky xl:tall:top-19 xl:tall:max-h-[calc(100dvh-5.5rem)] xl:rounded-box xl:border xl:p-2"
      >
        {adminLinks ? (
          adminLinks.map(([label, links]) => (
            <Fragment key={label}>
              {label === 'Records' && <hr className="my-2 border-base-300" />}
              <SidebarLinks label={label} links={links} counts={counts} />
            </Fragment>
          ))
        ) : (
          <>
            <SidebarLinks label="Dashboard" links={customerLinks} />
            <hr className="my-2 border-base-300" />
            <SidebarLinks label="Ordering" links={orderingLinks} />
            <CustomerViewButton />
          </>
        )}
      </aside>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

/** Hides the prices of the company, for somebody who shows the screen to a client. */
function CustomerViewButton() {
  const { revalidate } = useRevalidator()
  const isOn = useCustomerView()
  function toggle() {
    setCustomerView(!isOn)
    closePopover(document.getElementById(sidebarId))
    // The strip that says so stands at the top.
    window.scrollTo(0, 0)
    void revalidate()
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title="Shows list prices in place of those of your company"
      className="member-only flex min-h-9 w-full cursor-pointer items-center border-l-3 border-transparent px-2 text-start text-base leading-tight hover:bg-base-200 aria-pressed:border-primary pointer-coarse:min-h-11"
      onClick={toggle}
    >
      Customer view <span className="ms-1 text-sm text-muted">{isOn ? 'is on' : 'hides our prices'}</span>
    </button>
  )
}

interface SidebarLinksProps {
  label: string
  links: readonly SidebarLink[]
  counts?: ReadonlyMap<string, number> | undefined
}

function SidebarLinks({ label, links, counts }: SidebarLinksProps) {
  const { pathname } = useLocation()
  const isCurrent = ([to, , others]: SidebarLink) =>
    pathname === to || (to !== '/dashboard' && pathname.startsWith(`${to}/`)) || others?.test(pathname)
  return (
    <nav aria-label={label} className="grid">
      {links.map(link => {
        const [to, name] = link
        const count = counts?.get(to) ?? 0
        return (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent(link) ? 'page' : undefined}
            onClick={event => closePopover(event.currentTarget.closest('aside'))}
            className="flex min-h-9 items-center justify-between gap-2 border-l-3 border-transparent px-2 text-base leading-tight hover:bg-base-200 aria-[current]:border-primary aria-[current]:bg-base-200 pointer-coarse:min-h-11"
          >
            {name}
            {count > 0 && (
              <span className="rounded-field bg-base-300 px-1.5 text-sm font-semibold tabular-nums">
                {formatNumber(count)}
                <span className="sr-only"> waiting</span>
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
