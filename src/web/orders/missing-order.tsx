import { Link } from 'react-router'
import { ErrorPage } from '#web/layout/error-page.tsx'

export function MissingOrder() {
  return (
    <ErrorPage missing="This order is not here">
      <Link to="/dashboard" className="btn btn-primary">
        Dashboard
      </Link>
    </ErrorPage>
  )
}
