import {
  identityCredentials,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#db/tables/identity.ts'

/** By Better Auth's names. */
export const identityTables = {
  user: identityUsers,
  session: identitySessions,
  account: identityCredentials,
  verification: identityVerifications,
  twoFactor: identityTwoFactors,
}
