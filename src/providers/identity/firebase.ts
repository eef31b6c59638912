import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { Refusal, refuse } from '#contract/refusals.ts'
import { sanitizeName, sanitizePictureUrl } from './claims.ts'
import type { Identity } from './port.ts'

export interface FirebaseIdentityOptions {
  projectId: string
  /** The keys that sign ID tokens. */
  keys: JWTVerifyGetKey
  now: () => Date
}

const publishedKeys = 'www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** How far ahead of ours the clock of Firebase may be, in seconds. */
const clockTolerance = 60

/** The claims of an ID token: https://firebase.google.com/docs/auth/admin/verify-id-tokens. */
const Claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  email: z.string().min(1),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  picture: z.string().optional(),
})

/** Firebase Authentication: people sign in at Google's servers, and prove it to the shop by an ID token. */
export function createFirebaseIdentity({ projectId, keys, now }: FirebaseIdentityOptions): Identity {
  const key: JWTVerifyGetKey = async (header, token) => {
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
      const verified = await jwtVerify(token, key, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        requiredClaims: ['iat', 'exp'],
        currentDate: now(),
      }).catch(ignoreInvalidToken)
      const { data: claims } = Claims.safeParse(verified?.payload)
      if (!claims || claims.auth_time > now().getTime() / 1000 + clockTolerance) return undefined
      const { email, email_verified: emailVerified, name = email.split('@')[0] ?? email, picture } = claims
      return { email, emailVerified, name: sanitizeName(name), picture: sanitizePictureUrl(picture) }
    },
  }
}

/** The published keys of Firebase, or of its stand-in; fetched at the first token, and anew when they are an hour old. */
export function createFirebaseKeySet(emulatorOrigin: string | undefined): JWTVerifyGetKey {
  const url = emulatorOrigin ? `${emulatorOrigin}/${publishedKeys}` : `https://${publishedKeys}`
  return createRemoteJWKSet(new URL(url), { timeoutDuration: 5000, cacheMaxAge: 3_600_000 })
}

/** Nobody for a token that is wrong; passes on that this could not be found out. */
function ignoreInvalidToken(error: unknown): undefined {
  if (error instanceof Refusal) throw error
}
