import { Link, useLocation, useMatch, useNavigate, useRouteLoaderData } from 'react-router'
import { CartIcon } from '#web/cart/cart-icon.tsx'
import { useCartCount } from '#web/cart/cart-store.ts'
import { signOut, useAccount } from '#web/session/session.ts'
import { closePopover } from '#web/ui/close-popover.ts'
import { toast } from '#web/ui/toast.tsx'
import { Mark } from './mark.tsx'
import { SearchBox, searchId } from './search-box.tsx'

export const sidebarId = 'dashboard-sidebar'
const menuId = 'main-menu'

export function NavBar({ storeName, logo }: { storeName: string; logo: string | undefined }) {
  const account = useAccount()
  const isAdmin = useRouteLoaderData<{ admin: boolean }>('dashboard/dashboard')?.admin === true
  const inDashboard = useMatch('/dashboard/*') !== null
  const hasSearch = useMatch('/shop') === null
  return (
    <header className="top-0 tall:sticky z-30 border-b border-base-300 bg-base-100">
      <div
        className={`flex h-16 items-center gap-1 xs:gap-2 sm:gap-4 ${inDashboard ? 'dashboard-width' : hasSearch ? 'page-width' : 'page-width min-[90rem]:max-w-[120rem]'}`}
      >
        {inDashboard && (
          <button type="button" popoverTarget={sidebarId} className="btn btn-quiet px-2 xl:hidden">
            <Icon path="M2 3h16v14H2zM8 3v14" />
            <span className="max-sm:sr-only lg:max-xl:sr-only">Dashboard</span>
            <span className="sr-only"> menu</span>
          </button>
        )}
        <Link
          prefetch="intent"
          to="/"
          className={`flex min-w-0 md:shrink-0 items-center gap-2 font-display text-xl leading-tight sm:text-2xl ${inDashboard ? 'order-first' : ''}`}
        >
          {logo ? <img src={logo} alt="" className="h-8 max-w-32 shrink-0 object-contain" /> : <Mark />}
          <span className={inDashboard ? 'truncate max-sm:sr-only lg:max-xl:sr-only' : 'truncate signed-in-compact'}>
            {storeName}
          </span>
        </Link>
        {hasSearch && <SearchBox isAdmin={isAdmin} />}
        <nav aria-label="Main" className={hasSearch ? '' : 'ml-auto'}>
          <div
            id={menuId}
            popover="auto"
            className="fixed inset-[4rem_0_auto_auto] m-0 min-w-56 border border-base-300 bg-base-100 p-4 text-base-content lg:static lg:block! lg:min-w-0 lg:overflow-visible lg:border-0 lg:p-0"
          >
            <Links />
          </div>
        </nav>
        {hasSearch && (
          <button
            type="button"
            popoverTarget={searchId}
            className="btn btn-ghost btn-square ml-auto md:hidden"
            aria-label="Find a tool"
          >
            <Icon path="M8.500 3a5.500 5.500 0 100 11 5.500 5.500 0 000-11M13 13l4 4" />
          </button>
        )}
        <Link
          to="/dashboard/profile"
          aria-label={account ? undefined : 'My Profile'}
          title={account?.name}
          className="signed-in-only min-w-0 shrink font-semibold xl:w-36 xl:border-l xl:border-base-300 xl:pl-4"
        >
          <span className="block max-w-24 truncate leading-10 max-sm:text-sm sm:max-w-36">
            {account?.name ?? '\u00a0'}
          </span>
        </Link>
        <MenuLink to="/quick-order" className="customer-only max-xl:hidden">
          Quick order
        </MenuLink>
        <CartLink />
        <button type="button" popoverTarget={menuId} className="btn btn-ghost btn-square lg:hidden" aria-label="Menu">
          <Icon path="M2 5h16M2 10h16M2 15h16" />
        </button>
      </div>
    </header>
  )
}

function Links() {
  const navigate = useNavigate()
  const location = useLocation()
  async function signOutAndLeave() {
    await signOut().catch(() => toast('error', 'You are signed out here, but the sign-in service did not answer.'))
    await navigate('/home')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on any link inside closes the menu
    // biome-ignore lint/a11y/useKeyWithClickEvents: a keyboard's Enter on a link is a click
    <div className="grid gap-1 lg:flex lg:items-center" onClick={() => closePopover(document.getElementById(menuId))}>
      <MenuLink to="/">Home</MenuLink>
      <MenuLink to="/shop">Shop</MenuLink>
      <MenuLink to="/quick-order" className="customer-only lg:hidden">
        Quick order
      </MenuLink>
      <MenuLink to="/blogs">Blogs</MenuLink>
      <MenuLink to="/allReviews">All Reviews</MenuLink>
      <MenuLink to="/dashboard" className="signed-in-only">
        Dashboard
      </MenuLink>
      <button
        type="button"
        className="signed-in-only cursor-pointer border-b-3 border-transparent px-3 py-2 text-start whitespace-nowrap hover:text-muted"
        onClick={signOutAndLeave}
      >
        Sign Out
      </button>
      <MenuLink to={buildLoginUrl(location)} className="signed-out-only">
        Login
      </MenuLink>
    </div>
  )
}

function buildLoginUrl({ pathname, search }: { pathname: string; search: string }): string {
  if (pathname === '/' || pathname === '/home') return '/login'
  if (/^\/(login|signup)\b/.test(pathname)) return `/login${search}`
  return `/login?${new URLSearchParams({ from: pathname + search })}`
}

function MenuLink({ to, className = '', children }: { to: string; className?: string; children: string }) {
  const { pathname } = useLocation()
  const currentPath = pathname === '/home' ? '/' : pathname
  const [path] = to.split('?')
  const isActive = currentPath === path || (path !== '/' && currentPath.startsWith(`${path}/`))
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={isActive ? 'page' : undefined}
      className={`${className} border-b-3 px-3 py-2 whitespace-nowrap ${isActive ? 'border-primary' : 'border-transparent hover:text-muted'}`}
    >
      {children}
    </Link>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current" strokeWidth="2" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

function CartLink() {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'tool' : 'tools'}` : 'Cart'}
      className="customer-only btn btn-ghost btn-square relative"
    >
      <CartIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-semibold text-primary-content tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
