import { type ReactNode, useContext, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import css from '#web/app.css?inline'
import { ChunkErrorDialog } from '#web/chunk-errors/chunk-error-dialog.tsx'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { PageBoundary } from '#web/layout/page-boundary.tsx'
import { NonceContext } from '#web/rendering/nonce.ts'
import { reloadForOtherAccount } from '#web/session/page-account.ts'
import { signedInScript } from '#web/session/signed-in-mark.ts'
import type { Route } from './+types/root'
import { type PageSettings, settingsContext } from './context.ts'
import barlow from './fonts/barlow-400.woff2?url'
import condensed from './fonts/barlow-condensed-600.woff2?url'
import { useEarlyInput } from './ui/forms/use-early-input.ts'
import { Toaster } from './ui/toast.tsx'

const preloaded = [barlow, condensed]

export function loader({ context }: Route.LoaderArgs) {
  return context.get(settingsContext)
}

export const clientMiddleware = [reloadForOtherAccount]

/** Only these pages change the settings and the footer links. */
export const shouldRevalidate = ({ formAction = '' }: { formAction?: string }) =>
  /^\/dashboard\/(settings|appearance|pages)/.test(formAction)

export function Layout({ children }: { children: ReactNode }) {
  const broken = (
    <html lang="en">
      <head>
        <Head />
      </head>
      <body>
        <ErrorBoundary />
      </body>
    </html>
  )
  return (
    <PageBoundary fallback={broken}>
      <Document>{children}</Document>
    </PageBoundary>
  )
}

function Head() {
  const nonce = useContext(NonceContext)
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <style nonce={nonce}>{styles}</style>
    </>
  )
}

function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const appearance = useRouteLoaderData<PageSettings>('root')?.appearance
  // The policy of the page allows the style that came with it, and no other.
  const [accentStyle] = useState(appearance?.accentStyle)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script nonce={nonce}>{signedInScript}</script>
        <Head />
        {accentStyle && <style nonce={nonce}>{accentStyle}</style>}
        <meta name="theme-color" content="#14181f" />
        <link rel="icon" href={appearance?.pictures.logo ?? '/favicon.svg'} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
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
  useEarlyInput()
  return (
    <>
      <Outlet />
      <Toaster />
      <ChunkErrorDialog />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <main className="min-h-screen">
      <ErrorPage />
    </main>
  )
}

/** The browser reads the styles from the page's element, so that no script contains them. */
const styles = import.meta.env.SSR ? css : (document.querySelector('head > style')?.textContent ?? '')
