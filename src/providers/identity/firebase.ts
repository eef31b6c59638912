import {
  createRemoteJWKSet,
  errors,
  type JWTClaimVerificationOptions,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose'
import { z } from 'zod'
import type { Mode } from '#config/config.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { normalizeEmail } from '#contract/text.ts'
import { sanitizeName, sanitizePictureUrl } from './claims.ts'
import type { Identity } from './port.ts'

export interface FirebaseIdentityOptions {
  projectId: string
  keys: JWTVerifyGetKey
  /** Accepts the ID tokens of the Firebase emulator, which are not signed: see `acceptsUnsignedTokens`. */
  acceptsUnsigned?: boolean
  adminEmails: readonly string[]
  /** The ways of signing in of that ID token's account. */
  findProviders: (idToken: string) => Promise<readonly Provider[]>
  now: () => Date
}

interface Provider {
  providerId: string
  email?: string | undefined
}

const keySetPath = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** Firebase's clock may be ahead of ours. */
const clockToleranceSeconds = 60

/** https://firebase.google.com/docs/auth/admin/verify-id-tokens */
const Claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  email: z.string().min(1),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  picture: z.string().optional(),
})

export function createFirebaseIdentity(options: FirebaseIdentityOptions): Identity {
  const { projectId, keys, acceptsUnsigned = false, adminEmails, findProviders, now } = options
  const getKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error
      return refuse('identity_unavailable')
    }
  }
  return {
    handle: async () => refuse('call_unknown'),
    findPasswordVersion: async () => undefined,
    async identify(headers) {
      const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]
      if (!token) return undefined
      const rules = {
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        requiredClaims: ['iat', 'exp'],
        currentDate: now(),
      }
      const unsigned = acceptsUnsigned ? await decodeUnsigned(token, rules).catch(ignoreInvalidToken) : undefined
      const verified =
        unsigned ?? (await jwtVerify(token, getKey, { ...rules, algorithms: ['RS256'] }).catch(ignoreInvalidToken))
      const { data: claims } = Claims.safeParse(verified?.payload)
      if (!claims || claims.auth_time > now().getTime() / 1000 + clockToleranceSeconds) return undefined
      const { email, email_verified: emailVerified, name = email.split('@')[0] ?? email, picture } = claims
      const signedInAt = new Date(claims.auth_time * 1000)
      const isProven =
        adminEmails.includes(normalizeEmail(email)) && signsInByGoogleOnly(await findProviders(token), email)
      return {
        email,
        emailVerified,
        signedInAt,
        emailVerifiedAt: isProven ? signedInAt : undefined,
        name: sanitizeName(name),
        picture: sanitizePictureUrl(picture),
      }
    },
  }
}

/**
 * Whoever signed up with an email keeps password and other sign-ins when its owner clicks Firebase's link. So the owner is
 * known only where the one way to sign in is the Google account of that email.
 */
function signsInByGoogleOnly([provider, ...others]: readonly Provider[], email: string): boolean {
  return others.length === 0 && provider?.providerId === 'google.com' && provider.email === email
}

const Lookup = z.object({
  users: z.tuple([
    z.object({ providerUserInfo: z.array(z.object({ providerId: z.string(), email: z.string().optional() })) }),
  ]),
})

/** By `accounts:lookup` of Google's Identity Toolkit; none when it does not answer. */
export function createProviderLookup(apiKey: string, emulatorOrigin: string | undefined) {
  const path = `identitytoolkit.googleapis.com/v1/accounts:lookup?${new URLSearchParams({ key: apiKey })}`
  const url = emulatorOrigin ? `${emulatorOrigin}/${path}` : `https://${path}`
  return async (idToken: string): Promise<readonly Provider[]> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ idToken }) }
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(5000) })
      .then(response => response.json())
      .catch(() => undefined)
    return Lookup.safeParse(reply).data?.users[0].providerUserInfo ?? []
  }
}

const decodeUnsigned = async (token: string, rules: JWTClaimVerificationOptions) => UnsecuredJWT.decode(token, rules)

/** As `firebase-admin` does; Firebase has no real projects of such names. */
export const acceptsUnsignedTokens = (mode: Mode, projectId: string, emulatorOrigin: string | undefined) =>
  mode !== 'production' && emulatorOrigin !== undefined && projectId.startsWith('demo-')

export function createFirebaseKeySet(emulatorOrigin: string | undefined): JWTVerifyGetKey {
  const url = emulatorOrigin ? `${emulatorOrigin}/${keySetPath}` : `https://${keySetPath}`
  return createRemoteJWKSet(new URL(url), { timeoutDuration: 5000, cacheMaxAge: 3_600_000 })
}

function ignoreInvalidToken(error: unknown): undefined {
  if (error instanceof Refusal) throw error
}
