import type { ReactNode } from 'react'
import { Outlet, useNavigation, useRouteLoaderData } from 'react-router'
import type { PageSettings } from '#web/context.ts'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'

export default function PageLayout() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}

export function ErrorBoundary() {
  return (
    <Layout>
      <ErrorPage />
    </Layout>
  )
}

function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div role="progressbar" aria-label="Loading the page" className="navigation-progress" />
}

function Layout({ children }: { children: ReactNode }) {
  const settings = useRouteLoaderData('root') as PageSettings
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:bg-primary focus:p-3 focus:text-primary-content">
        Skip to content
      </a>
      <NavBar storeName={settings.storeName} />
      <NavigationProgress />
      <main id="main" className="grow">
        {children}
      </main>
      <Footer storeName={settings.storeName} />
    </div>
  )
}
