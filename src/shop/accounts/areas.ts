import { type AccessRule, type AdminArea, adminAreas, readAreas } from '#contract/endpoint.ts'
import { refuse } from '#contract/refusals.ts'
import type { Account } from './accounts.ts'

type Role = Pick<Account, 'role' | 'areas'>

export const getAreas = ({ role, areas }: Role): readonly AdminArea[] => (role === 'admin' ? (areas ?? adminAreas) : [])

export const hasArea = (account: Role, area: AdminArea) => getAreas(account).includes(area)

/** Refuses `admins_only`, `area_needed` and `full_admin_needed`. */
export function assertArea(account: Role, rule: AccessRule): void {
  if (account.role !== 'admin') refuse('admins_only')
  if (rule === 'full-admin' && account.areas) refuse('full_admin_needed')
  if (rule !== 'full-admin' && !readAreas(rule).some(area => hasArea(account, area))) refuse('area_needed')
}

/** Only admins with all areas make, change, block or close an admin. Refuses `full_admin_needed`. */
export function assertMayChangeRole(actor: Role, target: Role): void {
  if (target.role === 'admin' && (actor.role !== 'admin' || actor.areas)) refuse('full_admin_needed')
}
