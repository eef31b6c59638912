import { Link, Outlet } from 'react-router'
import { ErrorPage } from '#web/layout/error-page.tsx'

export default function DashboardPage() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <ErrorPage>
      <Link to="/dashboard" className="btn btn-primary">
        Dashboard
      </Link>
    </ErrorPage>
  )
}
