import { Outlet } from 'react-router'
import { requireAdmin } from '#web/session/middleware.ts'

export const clientMiddleware = [requireAdmin]

export default Outlet
