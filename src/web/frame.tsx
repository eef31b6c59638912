import { Link, Outlet, useRouteLoaderData } from 'react-router'
import type { Settings } from './context.ts'
import { NavBar } from './nav-bar.tsx'

export default function Frame() {
  const settings = useRouteLoaderData('root') as Settings
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:bg-primary focus:p-3 focus:text-primary-content">
        Skip to content
      </a>
      <NavBar storeName={settings.storeName} />
      <main id="main" className="grow">
        <Outlet />
      </main>
      <footer className="mt-16 bg-neutral py-8 text-neutral-content">
        <div className="page-width flex flex-wrap items-center justify-between gap-4">
          <Link to="/" className="font-display text-2xl">
            {settings.storeName}
          </Link>
          <p>
            Copyright © {new Date().getFullYear()} {settings.storeName}
          </p>
        </div>
      </footer>
    </div>
  )
}
