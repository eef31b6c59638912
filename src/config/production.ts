import { embeddedServices } from './embedded-services.ts'
import type { Environment } from './environment.ts'
import { usesRemoteImageHost } from './images.ts'

const realServiceFor: Readonly<Record<(typeof embeddedServices)[number], string>> = {
  database: 'DATABASE_URL',
  payments: 'STRIPE_SECRET_KEY',
  images: 'S3_ENDPOINT or IMGBB_KEY',
  mail: 'SMTP_URL',
}

export function findProductionProblems(env: Environment): string[] {
  const problems = (['SECRET', 'PUBLIC_URL'] as const)
    .filter(name => env[name] === undefined)
    .map(name => `${name} is missing.`)
  if (env.FIREBASE_EMULATOR_ORIGIN)
    problems.push('FIREBASE_EMULATOR_ORIGIN is for tests; production talks to Firebase itself.')
  if (env.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for tests; production keeps its limits.')
  if (env.STRIPE_API_ORIGIN) problems.push('STRIPE_API_ORIGIN is for tests; production talks to Stripe itself.')
  return [...problems, ...findEmbeddedServiceProblems(env)]
}

function findEmbeddedServiceProblems(env: Environment): string[] {
  const hasRealService = {
    database: Boolean(env.DATABASE_URL),
    payments: Boolean(env.STRIPE_SECRET_KEY),
    images: usesRemoteImageHost(env),
    mail: Boolean(env.SMTP_URL),
  }
  return embeddedServices
    .filter(name => !hasRealService[name] && !env.ALLOW_SANDBOX?.includes(name))
    .map(name => `${realServiceFor[name]} is missing; ALLOW_SANDBOX=${name} allows the embedded one.`)
}
