import { Link, Outlet, useRouteError } from 'react-router'
import { Refusal } from '#contract/refusal.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'

export default function DashboardPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (error instanceof Refusal && error.code === 'area_needed')
    return (
      <section className="grid justify-items-start gap-4">
        <h1 className="section-title">Not your area</h1>
        <p className="max-w-prose">{error.message}</p>
      </section>
    )
  return (
    <ErrorPage>
      <Link to="/dashboard" className="btn btn-primary">
        Dashboard
      </Link>
    </ErrorPage>
  )
}
