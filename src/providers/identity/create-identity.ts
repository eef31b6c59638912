import type { Config } from '#config/config.ts'
import { createEmbeddedIdentity, type EmbeddedIdentityOptions } from '#providers/identity/embedded/embedded.ts'
import { createBreachCheck } from '#providers/identity/embedded/password-policy.ts'
import type { Identity } from './port.ts'

type IdentityOptions = Pick<
  EmbeddedIdentityOptions,
  'db' | 'mailQueue' | 'log' | 'origins' | 'getStoreName' | 'googleProvider'
>

export function createIdentity(config: Config, options: IdentityOptions): Identity {
  return createEmbeddedIdentity({
    ...options,
    google: config.google,
    secrets: config.secretsFor('identity'),
    isBreached: config.checkPasswords ? createBreachCheck({ log: options.log }) : undefined,
  })
}
