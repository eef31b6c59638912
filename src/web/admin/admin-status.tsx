import type { AdminArea } from '#contract/endpoint.ts'
import { hasAllAreas } from '#web/session/areas.ts'
import { Status } from '#web/ui/status.tsx'

export const AdminStatus = ({ areas }: { areas: readonly AdminArea[] }) => (
  <Status kind="success">{hasAllAreas(areas) ? 'Admin' : `Admin: ${areas.join(', ')}`}</Status>
)
