import { createHash } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Secrets } from '#config/secrets.ts'
import { recentLoginMs } from '#contract/limits.ts'
import { normalizeCode } from '#contract/second-factor-codes.ts'
import type { Db } from '#db/database.ts'
import { identityTwoFactors, identityVerifications } from '#db/tables/identity.ts'
import type { Log } from '#observability/logger.ts'
import { sendMail } from './call-record.ts'
import { findCredentialsVersion, wrongPassword } from './sessions.ts'

/** Authenticator app codes (TOTP, RFC 6238) and recovery codes; both are stored encrypted. */
export function createTwoFactorPlugin(issuer: string, secret: string) {
  const key = createEncryptionKey([secret])
  const storeBackupCodes = {
    encrypt: (data: string) => symmetricEncrypt({ key, data }),
    // A JSON list of codes, which stays one: codes are compared as `normalizeCode` leaves them.
    decrypt: async (data: string) => normalizeCode(await symmetricDecrypt({ key, data })),
  }
  const accountLockout = { durationSeconds: 3600 }
  return twoFactor({ issuer, allowPasswordless: true, accountLockout, backupCodeOptions: { storeBackupCodes } })
}

/** The version is stored with the encrypted data, so it depends on nothing but the secret. */
export const toVersionedSecrets = (secrets: Secrets) =>
  [...new Set(secrets)].map(value => ({
    version: Number.parseInt(createHash('sha256').update(value).digest('hex').slice(0, 8), 16),
    value,
  }))

function createEncryptionKey(secrets: Secrets) {
  const versioned = toVersionedSecrets(secrets)
  const keys = new Map(versioned.map(({ version, value }) => [version, value]))
  return { currentVersion: versioned[0]?.version ?? 0, keys }
}

/** Encrypts with `SECRET` what was encrypted with `SECRET_BEFORE`. */
export async function renewTwoFactorEncryption(db: Db, secrets: Secrets, log: Log): Promise<void> {
  const key = createEncryptionKey(secrets)
  const isEncryptedWithOtherSecret = (column: AnyPgColumn) =>
    sql`not starts_with(${column}, ${`$ba$${key.currentVersion}$`})`
  const isOfOtherSecret = or(
    isEncryptedWithOtherSecret(identityTwoFactors.secret),
    isEncryptedWithOtherSecret(identityTwoFactors.backupCodes),
  )
  const renew = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  for (const { id, secret, backupCodes } of await db.select().from(identityTwoFactors).where(isOfOtherSecret)) {
    try {
      const renewed = { secret: await renew(secret), backupCodes: await renew(backupCodes) }
      // Skips a row whose recovery code was used in the meantime; the next start renews it.
      const isUnchanged = eq(identityTwoFactors.backupCodes, backupCodes)
      await db
        .update(identityTwoFactors)
        .set(renewed)
        .where(and(eq(identityTwoFactors.id, id), isUnchanged))
    } catch (error) {
      log('error', 'a second factor cannot be read with SECRET or SECRET_BEFORE', { id, error })
    }
  }
}

/** Better Auth accepts the codes of three intervals of 30 seconds. */
const codeLifetimeMs = 90_000

const codeCalls = ['/two-factor/verify-totp', '/two-factor/verify-backup-code']

/**
 * Runs before a session starts, which is refused without a version of credentials. Only the session that got a code, and its
 * successor, has a second factor.
 * A session that replaces another when a factor is set or removed keeps its start time: no login happened in between.
 */
export async function prepareSession<Session extends { userId: string }>(
  session: Session,
  call: GenericEndpointContext | null,
  db: Db,
) {
  if (call?.path === '/two-factor/verify-totp') await consumeCode(db, session.userId, call)
  const credentialsVersion = call && (await findCredentialsVersion(session.userId, call))
  if (!call || credentialsVersion === undefined) throw new APIError('UNAUTHORIZED', wrongPassword)
  const before = call.path === '/change-password' ? call.context.session?.session.secondFactorAt : undefined
  const secondFactorAt = codeCalls.includes(call.path) ? new Date() : (before ?? null)
  const replaced = call.path.startsWith('/two-factor/') ? call.context.session?.session : undefined
  const createdAt = replaced && { createdAt: replaced.createdAt }
  return { data: { ...session, credentialsVersion, secondFactorAt, ...createdAt } }
}

const pathsThatNeedCode = ['/two-factor/disable', '/two-factor/generate-backup-codes']
const changePaths = ['/two-factor/enable', ...pathsThatNeedCode]

/**
 * Changes need a session. A set-up needs a verified email and, for an account without a password, a recent login: somebody
 * with an old session could otherwise lock the owner out. A recovery code does not complete it. Removing the factor and renewing its recovery codes need a
 * session that has sent a code.
 */
export async function assertTwoFactorCall(call: GenericEndpointContext): Promise<void> {
  if (!call.path.startsWith('/two-factor/')) return
  const session = await getSessionFromCtx(call)
  if (!session) {
    // If this read failed, Better Auth's own later read might succeed and skip the checks below.
    if (changePaths.includes(call.path))
      throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Please log in first' })
    return
  }
  const { id: userId, emailVerified, twoFactorEnabled } = session.user
  if (call.path === '/two-factor/enable' && !emailVerified)
    throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Please verify your email first' })
  const isRecent = Date.now() - session.session.createdAt.getTime() < recentLoginMs
  if (call.path === '/two-factor/enable' && !isRecent && !(await hasPassword(call, userId)))
    throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH', message: 'Please log in again first' })
  if (pathsThatNeedCode.includes(call.path) && twoFactorEnabled && !session.session.secondFactorAt)
    throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message: 'Please enter a code first' })
  if (call.path === '/two-factor/verify-backup-code' && !twoFactorEnabled)
    throw new APIError('BAD_REQUEST', { code: 'INVALID_BACKUP_CODE', message: 'Invalid backup code' })
}

async function hasPassword({ context }: GenericEndpointContext, userId: string): Promise<boolean> {
  const credentials = await context.internalAdapter.findAccounts(userId)
  return credentials.some(({ providerId }) => providerId === 'credential')
}

/** An app code is valid once (RFC 6238, section 5.2), which Better Auth does not check. */
async function consumeCode(db: Db, userId: string, { body }: { body?: { code?: unknown } }): Promise<void> {
  const id = createHash('sha256')
    .update(JSON.stringify(['used code', userId, body?.code]))
    .digest('base64url')
  const now = new Date()
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  const used = await db
    .insert(identityVerifications)
    .values({ id, identifier: id, value: '', expiresAt, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: identityVerifications.id,
      set: { expiresAt, updatedAt: now },
      setWhere: lt(identityVerifications.expiresAt, now),
    })
    .returning()
  if (used.length === 0) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
}

interface EndedCall {
  path: string
  body?: { code?: unknown }
  /** The session is as it was before the call. */
  context: Pick<GenericEndpointContext['context'], 'internalAdapter' | 'session'> & { returned?: unknown }
}

const mailKinds = {
  '/two-factor/verify-totp': 'second_factor_set',
  '/two-factor/disable': 'second_factor_removed',
} as const

/** The owner gets a mail, because somebody else may have made the call. */
export function sendFactorChangeMail({ path, context }: EndedCall): void {
  const { session, returned } = context
  if (!session || isAPIError(returned)) return
  const { email: to, name, twoFactorEnabled } = session.user
  const kind = mailKinds[path as keyof typeof mailKinds]
  if (kind && twoFactorEnabled === (kind === 'second_factor_removed')) sendMail({ kind, to, name })
}

/** Records a code that was accepted in a session that had started without one. */
export async function recordSecondFactor(call: EndedCall, db: Db): Promise<void> {
  const { session, returned, internalAdapter } = call.context
  if (!session?.user.twoFactorEnabled || isAPIError(returned) || !codeCalls.includes(call.path)) return
  if (call.path === '/two-factor/verify-totp') await consumeCode(db, session.user.id, call)
  await internalAdapter.updateSession(session.session.token, { secondFactorAt: new Date() })
}
