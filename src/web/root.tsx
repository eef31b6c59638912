import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { settingsContext } from './context.ts'
import barlow from './fonts/barlow-400.woff2?url'
import condensed from './fonts/barlow-condensed-600.woff2?url'
import { Toaster } from './ui/toast.tsx'

const preloaded = [barlow, condensed]

export function loader({ context }: Route.LoaderArgs) {
  return context.get(settingsContext)
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14181f" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {preloaded.map(href => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const gone = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="page-width grid min-h-screen content-center justify-items-start gap-4">
      <h1 className="section-title">{gone ? 'This page is not here' : 'Something went wrong'}</h1>
      <p>
        {gone ? 'It may have moved.' : 'Nothing of yours is lost. Load the page again, or start from the home page.'}
      </p>
      <a className="btn btn-primary" href="/">
        Back to home page
      </a>
    </main>
  )
}
