import type { Config } from '#config/config.ts'
import { createEmbeddedIdentity, type EmbeddedIdentityOptions } from '#providers/identity/embedded/embedded.ts'
import { createBreachCheck } from '#providers/identity/embedded/password-policy.ts'
import {
  acceptsUnsignedTokens,
  createFirebaseIdentity,
  createFirebaseKeySet,
  createProviderLookup,
} from './firebase.ts'
import type { Identity } from './port.ts'

interface IdentityOptions
  extends Pick<EmbeddedIdentityOptions, 'db' | 'mailQueue' | 'log' | 'origins' | 'getStoreName' | 'googleProvider'> {
  now: () => Date
}

export function createIdentity(config: Config, { now, ...options }: IdentityOptions): Identity {
  const { firebase, google, checkPasswords } = config
  if (firebase) {
    const { apiKey, projectId, emulatorOrigin } = firebase
    return createFirebaseIdentity({
      projectId,
      keys: createFirebaseKeySet(emulatorOrigin),
      acceptsUnsigned: acceptsUnsignedTokens(config.mode, projectId, emulatorOrigin),
      adminEmails: config.rules.adminEmails,
      findProviders: createProviderLookup(apiKey, emulatorOrigin),
      now,
    })
  }
  return createEmbeddedIdentity({
    ...options,
    google,
    secrets: config.secretsFor('identity'),
    isBreached: checkPasswords ? createBreachCheck({ log: options.log }) : undefined,
  })
}
