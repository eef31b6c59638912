import { Link, useLocation, useMatch, useNavigate } from 'react-router'
import { signOut, useAccount } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'

export const sidebarId = 'dashboard-sidebar'
const menuId = 'main-menu'

export function NavBar({ storeName }: { storeName: string }) {
  const account = useAccount()
  const inDashboard = useMatch('/dashboard/*') !== null
  return (
    <header className="sticky top-0 z-30 border-b border-base-300 bg-base-100">
      <div className="page-width flex h-16 items-center gap-2 sm:gap-4">
        {inDashboard && (
          <button
            type="button"
            popoverTarget={sidebarId}
            className="btn btn-ghost btn-square lg:hidden"
            aria-label="Dashboard menu"
          >
            <Icon path="M2 3h16v14H2zM8 3v14" />
          </button>
        )}
        <Link
          prefetch="intent"
          to="/"
          className="flex min-w-0 items-center gap-2 font-display text-xl leading-tight sm:text-2xl"
        >
          <Logo />
          <span className="truncate">{storeName}</span>
        </Link>
        <nav aria-label="Main" className="ml-auto">
          <div
            id={menuId}
            popover="auto"
            className="fixed inset-[4rem_0_auto_auto] m-0 min-w-56 border border-base-300 bg-base-100 p-4 text-base-content lg:static lg:block! lg:min-w-0 lg:border-0 lg:p-0"
          >
            <Links />
          </div>
        </nav>
        <Link
          to="/dashboard/profile"
          aria-label={account ? undefined : 'My Profile'}
          className="signed-in-only w-20 truncate font-semibold sm:w-36 lg:border-l lg:border-base-300 lg:pl-4"
        >
          {account?.name ?? '\u00a0'}
        </Link>
        <button type="button" popoverTarget={menuId} className="btn btn-ghost btn-square lg:hidden" aria-label="Menu">
          <Icon path="M2 5h16M2 10h16M2 15h16" />
        </button>
      </div>
    </header>
  )
}

function Links() {
  const navigate = useNavigate()
  async function signOutAndLeave() {
    await signOut().catch(() => toast('error', 'You are signed out here, but the sign-in service did not answer.'))
    await navigate('/home')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on any link inside closes the menu
    // biome-ignore lint/a11y/useKeyWithClickEvents: a keyboard's Enter on a link is a click
    <div className="grid gap-1 lg:flex lg:items-center" onClick={closeMenu}>
      <MenuLink to="/">Home</MenuLink>
      <MenuLink to="/shop">Shop</MenuLink>
      <MenuLink to="/blogs">Blogs</MenuLink>
      <MenuLink to="/allReviews">All Reviews</MenuLink>
      <MenuLink to="/dashboard" className="signed-in-only">
        Dashboard
      </MenuLink>
      <button
        type="button"
        className="signed-in-only cursor-pointer px-3 py-2 text-start hover:text-muted"
        onClick={signOutAndLeave}
      >
        Sign Out
      </button>
      <MenuLink to="/login" className="signed-out-only">
        Login
      </MenuLink>
    </div>
  )
}

function closeMenu(): void {
  const menu = document.getElementById(menuId)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

function MenuLink({ to, className = '', children }: { to: string; className?: string; children: string }) {
  const { pathname } = useLocation()
  const currentPath = pathname === '/home' ? '/' : pathname
  const isActive = currentPath === to || (to !== '/' && currentPath.startsWith(`${to}/`))
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={isActive ? 'page' : undefined}
      className={`${className} border-b-3 px-3 py-2 whitespace-nowrap ${isActive ? 'border-primary font-semibold' : 'border-transparent hover:text-muted'}`}
    >
      {children}
    </Link>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="6" fill="#14181f" />
      <path d="M7 9h15l3 4-3 4h-4v8h-6v-8H7z" fill="#f5a60b" />
    </svg>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current" strokeWidth="2" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
