import type { AdminArea } from '#contract/states/admin-areas.ts'
import { hasAllAreas } from '#web/dashboard/areas.ts'
import { Status } from '#web/ui/status.tsx'

export const AdminStatus = ({ areas }: { areas: readonly AdminArea[] }) => (
  <Status kind="success">{hasAllAreas(areas) ? 'Admin' : `Admin: ${areas.join(', ')}`}</Status>
)
