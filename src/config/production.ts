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
  const problems = (['SECRET', 'PUBLIC_URL', 'TRUSTED_PROXIES'] as const)
    .filter(name => env[name] === undefined)
    .map(name => `${name} is missing.`)
  if (env.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for tests; production keeps its limits.')
  if (env.REQUIRE_VERIFIED_EMAIL === 'off')
    problems.push('REQUIRE_VERIFIED_EMAIL=off is for demos: anybody could order with the email of somebody else.')
  if (env.STRIPE_API_ORIGIN) problems.push('STRIPE_API_ORIGIN is for tests; production talks to Stripe itself.')
  if (env.CDN_API_ORIGIN) problems.push('CDN_API_ORIGIN is for tests; production talks to the CDN itself.')
  return [...problems, ...findUnsafeSettings(env), ...findEmbeddedServiceProblems(env)]
}

function findUnsafeSettings(env: Environment): string[] {
  const problems: string[] = []
  if (isPlainHttp(env.PUBLIC_URL)) problems.push('PUBLIC_URL must begin with https:, except on localhost.')
  if (env.STRIPE_SECRET_KEY?.includes('_test_') && !isAllowed(env, 'payments'))
    problems.push('STRIPE_SECRET_KEY is of test mode, which charges nobody; ALLOW_SANDBOX=payments allows it.')
  if (isPlainHttp(env.IMGBB_ENDPOINT) && !isAllowed(env, 'images'))
    problems.push('IMGBB_ENDPOINT must begin with https:; ALLOW_SANDBOX=images allows http:.')
  return problems
}

const isAllowed = ({ ALLOW_SANDBOX = [] }: Environment, service: (typeof embeddedServices)[number]) =>
  ALLOW_SANDBOX.includes(service)

const isPlainHttp = (url = '') => url.startsWith('http:') && !isLocal(url)

/** Mail servers at `smtp:` URLs start without TLS and switch to it. */
export const mustSwitchToTls = ({ SMTP_URL: url = '' }: Environment) => url.startsWith('smtp:') && !isLocal(url)

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

function findEmbeddedServiceProblems(env: Environment): string[] {
  const hasRealService = {
    database: Boolean(env.DATABASE_URL),
    payments: Boolean(env.STRIPE_SECRET_KEY),
    images: usesRemoteImageHost(env),
    mail: Boolean(env.SMTP_URL),
  }
  return embeddedServices
    .filter(name => !hasRealService[name] && !isAllowed(env, name))
    .map(name => `${realServiceFor[name]} is missing; ALLOW_SANDBOX=${name} allows the embedded one.`)
}
