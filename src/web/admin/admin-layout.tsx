import { Outlet } from 'react-router'
import { requireAdmin } from '#web/session/middleware.ts'

export const clientMiddleware = [requireAdmin]

export { ErrorBoundary } from '#web/dashboard/dashboard-page.tsx'

export default Outlet
