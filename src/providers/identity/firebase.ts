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
import { Refusal, refuse } from '#contract/refusals.ts'
import { sanitizeName, sanitizePictureUrl } from './claims.ts'
import type { Identity } from './port.ts'

export interface FirebaseIdentityOptions {
  projectId: string
  keys: JWTVerifyGetKey
  /** Accepts the ID tokens of the Firebase emulator, which are not signed: see `acceptsUnsignedTokens`. */
  acceptsUnsigned?: boolean
  now: () => Date
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
  firebase: z.object({ sign_in_provider: z.string().optional() }).default({}),
})

export function createFirebaseIdentity(options: FirebaseIdentityOptions): Identity {
  const { projectId, keys, acceptsUnsigned = false, now } = options
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
      return {
        email,
        emailVerified,
        signedInAt,
        // A verified password may be of somebody who signed up before the owner, whom Firebase does not ask for another.
        emailVerifiedAt: claims.firebase.sign_in_provider === 'google.com' ? signedInAt : undefined,
        name: sanitizeName(name),
        picture: sanitizePictureUrl(picture),
      }
    },
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
