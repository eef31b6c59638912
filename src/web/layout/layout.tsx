import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Outlet, useMatches, useNavigation, useRevalidator } from 'react-router'
import type { PageHandle } from '#web/context.ts'
import { useCustomerView } from '#web/prices/customer-view.ts'
import { onSignOutElsewhere } from '#web/session/page-account.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { ErrorPage } from './error-page.tsx'
import { Footer, ShortFooter } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { PageFocus } from './page-focus.tsx'

// Few readers ever see it.
const CustomerViewStrip = lazy(() => import('#web/prices/customer-view-strip.tsx'))

export default function PageLayout() {
  const { revalidate } = useRevalidator()
  // After a sign-out in another tab, guarded pages redirect to /login.
  useEffect(() => onSignOutElsewhere(() => void revalidate()), [revalidate])
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
  const settings = usePageSettings()
  const isPersonal = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isPersonal)
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#main"
        className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <NavBar storeName={settings.storeName} logo={settings.appearance.pictures.logo} />
      {useCustomerView() && (
        <Suspense>
          <CustomerViewStrip />
        </Suspense>
      )}
      <NavigationProgress />
      <PageFocus />
      <main id="main" tabIndex={-1} className="grow outline-none" data-time-zone={settings.timeZone}>
        {children}
      </main>
      {isPersonal ? <ShortFooter {...settings} /> : <Footer {...settings} />}
    </div>
  )
}
