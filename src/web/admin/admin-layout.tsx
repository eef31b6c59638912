import { Outlet } from 'react-router'
import { requireAdmin } from '#web/session/middleware.ts'

export const clientMiddleware = [requireAdmin]

export { ErrorBoundary } from '#web/dashboard/dashboard-errors.tsx'

export default Outlet
