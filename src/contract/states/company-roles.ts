export const companyRoles = ['viewer', 'buyer', 'manager'] as const
export type CompanyRole = (typeof companyRoles)[number]

/** Viewers see and pay, buyers also order, managers also approve, invite, and change people and sites. */
export const hasCompanyRole = (role: CompanyRole, needed: CompanyRole): boolean =>
  companyRoles.indexOf(role) >= companyRoles.indexOf(needed)
