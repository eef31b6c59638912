import { useRouteLoaderData } from 'react-router'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'

/** What the signed-in account is in charge of. For components below the dashboard. */
export const useAreas = (): readonly AdminArea[] =>
  useRouteLoaderData<{ areas: readonly AdminArea[] }>('dashboard/dashboard')?.areas ?? []

export const hasAllAreas = (areas: readonly AdminArea[]) => areas.length === adminAreas.length
