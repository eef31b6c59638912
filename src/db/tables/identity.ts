import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

export const identityUsers = pgTable('identity_users', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean().notNull(),
  emailVerifiedAt: time(),
  image: text(),
  twoFactorEnabled: boolean().notNull().default(false),
  credentialsVersion: integer().notNull().default(0),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityTwoFactors = pgTable('identity_two_factors', {
  id: text().primaryKey(),
  userId: text().notNull(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull(),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: time(),
})

export const identitySessions = pgTable('identity_sessions', {
  id: text().primaryKey(),
  userId: text().notNull(),
  token: text().notNull(),
  expiresAt: time().notNull(),
  ipAddress: text(),
  userAgent: text(),
  secondFactorAt: time(),
  credentialsVersion: integer().notNull().default(0),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityCredentials = pgTable('identity_credentials', {
  id: text().primaryKey(),
  userId: text().notNull(),
  accountId: text().notNull(),
  providerId: text().notNull(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: time(),
  refreshTokenExpiresAt: time(),
  scope: text(),
  password: text(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})

export const identityVerifications = pgTable('identity_verifications', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: time().notNull(),
  createdAt: time().notNull(),
  updatedAt: time().notNull(),
})
