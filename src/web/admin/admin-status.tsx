import { type AdminArea, adminAreas } from '#contract/endpoint.ts'
import { Status } from '#web/ui/status.tsx'

export const AdminStatus = ({ areas }: { areas: readonly AdminArea[] }) => (
  <Status kind="success">{areas.length === adminAreas.length ? 'Admin' : `Admin: ${areas.join(', ')}`}</Status>
)
