import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isEmail, normalizeEmail } from '#contract/text.ts'
import type { LogLevel } from '#observability/logger.ts'
import { findIdentityProblems, IdentitySettings, parseFirebase, parseGoogle, shouldCheckPasswords } from './identity.ts'
import { findImageProblems, hasImageHost, ImageSettings, parseImageHost } from './images.ts'
import { OperatorSettings, parseMetricsAddress } from './operator.ts'
import { findPaymentProblems, PaymentSettings, parseStripe } from './payments.ts'
import {
  blankToUndefined,
  hostName,
  optionalSetting,
  parseList,
  portNumber,
  requireAllOrNone,
  toOrigin,
} from './schema-parts.ts'
import { deriveSecrets, SecretSettings, type Secrets } from './secrets.ts'
import { StorageSettings } from './storage.ts'

export const modes = ['demo', 'production', 'development'] as const
export type Mode = (typeof modes)[number]
/** The embedded services, and the setting that names a real one in each one's place. */
const realServiceFor = {
  database: 'DATABASE_URL',
  payments: 'STRIPE_SECRET_KEY',
  images: 'S3_ENDPOINT or IMGBB_KEY',
  mail: 'SMTP_URL',
} as const
const sandboxes = Object.keys(realServiceFor) as (keyof typeof realServiceFor)[]

export interface Config {
  mode: Mode
  host: string
  port: number
  /** How many processes share the port. */
  processes: number
  dataDir: string
  /** A PostgreSQL database; without it, an embedded one in `dataDir`. */
  databaseUrl: string | undefined
  storeName: string
  /** The address at which people open the shop, where it is not this machine's. */
  publicUrl: string | undefined
  /** A secret of its own for each purpose, all made from the one `SECRET`. */
  secretFor: (purpose: string) => string
  /** That secret, and the ones that `SECRET_BEFORE` makes for the purpose: what they signed still counts. */
  secretsFor: (purpose: string) => Secrets
  adminEmails: readonly string[]
  /** How many proxies stand in front, and tell by X-Forwarded-For whom they speak for. */
  trustedProxies: number
  rateLimits: boolean
  google: ReturnType<typeof parseGoogle>
  /** Whether new passwords are held against names and data breaches. */
  checkPasswords: boolean
  /** The Firebase project that keeps identities; without it, the shop itself does. */
  firebase: ReturnType<typeof parseFirebase>
  /** Stripe; without it, the payment sandbox. */
  stripe: ReturnType<typeof parseStripe>
  /** The mail server; without it, mails stay in the outbox. */
  smtp: { url: string; from: string } | undefined
  /** Where uploaded pictures go; without either, into files in `dataDir`. */
  images: ReturnType<typeof parseImageHost>
  logLevel: LogLevel
  /** Statements that take longer are logged. */
  slowQueryMs: number
  /** Where the metrics are shown; without it, nowhere. */
  metrics: ReturnType<typeof parseMetricsAddress>
}

/** What is wrong with the environment, a sentence each. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Every setting of the shop; `.env.example` explains them. */
const Environment = z.object({
  PORT: z.preprocess(value => blankToUndefined(value) ?? '3000', portNumber),
  HOST: z.preprocess(value => blankToUndefined(value) ?? '127.0.0.1', hostName),
  PROCESSES: z.preprocess(
    value => blankToUndefined(value) ?? '1',
    z
      .string()
      .regex(/^[1-9]\d?$/, 'must be a number from 1 to 99')
      .transform(Number),
  ),
  ...StorageSettings.shape,
  STORE_NAME: z.preprocess(value => blankToUndefined(value) ?? 'Big Wholesale', z.string().trim().min(1).max(60)),
  PUBLIC_URL: optionalSetting(
    z.url({ protocol: /^https?$/, error: 'must be an address like https://shop.example' }).transform(toOrigin),
  ),
  ...SecretSettings.shape,
  ADMIN_EMAILS: optionalSetting(
    z
      .string()
      .transform(parseList)
      .refine(emails => emails.every(isEmail), 'must be email addresses with commas between them')
      .transform(emails => emails.map(normalizeEmail)),
  ),
  TRUSTED_PROXIES: optionalSetting(z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number)),
  RATE_LIMITS: optionalSetting(z.enum(['on', 'off'], 'must be on or off')),
  ...IdentitySettings.shape,
  ...PaymentSettings.shape,
  SMTP_URL: optionalSetting(
    z.url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example' }),
  ),
  MAIL_FROM: optionalSetting(z.string().refine(isEmail, 'must be an email address').transform(normalizeEmail)),
  ...ImageSettings.shape,
  ...OperatorSettings.shape,
  ALLOW_SANDBOX: optionalSetting(
    z
      .string()
      .transform(parseList)
      .pipe(z.array(z.enum(sandboxes, `may name only ${sandboxes.join(', ')}`))),
  ),
})

export const settingNames = Object.keys(Environment.shape)

/** Reads the environment into one frozen value. Throws `ConfigError` with every problem at once. */
export function readConfig(environment: Record<string, string | undefined>, mode: Mode): Config {
  const result = Environment.safeParse(environment)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`))
  }
  const env = result.data
  const problems = mode === 'production' ? findProductionProblems(env) : []
  if (env.PROCESSES > 1 && !env.DATABASE_URL)
    problems.push('PROCESSES above 1 needs DATABASE_URL: the embedded database is for one process.')
  problems.push(...findIdentityProblems(env))
  problems.push(...requireAllOrNone(env, ['SMTP_URL', 'MAIL_FROM']))
  problems.push(...findPaymentProblems(env))
  problems.push(...findImageProblems(env))
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = ensureWritableFolder(env.DATA_DIR)
  const secretsFor = deriveSecrets(env, join(dataDir, 'secret'))
  return Object.freeze({
    mode,
    host: env.HOST,
    port: env.PORT,
    processes: env.PROCESSES,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    storeName: env.STORE_NAME,
    publicUrl: env.PUBLIC_URL,
    secretFor: (purpose: string) => secretsFor(purpose)[0],
    secretsFor,
    adminEmails: env.ADMIN_EMAILS ?? [],
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    rateLimits: env.RATE_LIMITS !== 'off',
    google: parseGoogle(env),
    checkPasswords: shouldCheckPasswords(env, mode === 'production'),
    firebase: parseFirebase(env),
    stripe: parseStripe(env),
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    images: parseImageHost(env),
    logLevel: env.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'error'),
    slowQueryMs: env.SLOW_QUERY_MS,
    metrics: parseMetricsAddress(env),
  })
}

function findProductionProblems(env: z.output<typeof Environment>): string[] {
  const real = [
    env.DATABASE_URL && 'database',
    env.STRIPE_SECRET_KEY && 'payments',
    hasImageHost(env) ? 'images' : undefined,
    env.SMTP_URL && 'mail',
  ]
  const settled: readonly (string | undefined)[] = [...(env.ALLOW_SANDBOX ?? []), ...real]
  return [
    ...(['SECRET', 'PUBLIC_URL'] as const).filter(name => env[name] === undefined).map(name => `${name} is missing.`),
    ...(env.FIREBASE_EMULATOR_ORIGIN
      ? ['FIREBASE_EMULATOR_ORIGIN is for tests; production talks to Firebase itself.']
      : []),
    ...(env.RATE_LIMITS === 'off' ? ['RATE_LIMITS=off is for tests; production keeps its limits.'] : []),
    ...(env.STRIPE_API_ORIGIN ? ['STRIPE_API_ORIGIN is for tests; production talks to Stripe itself.'] : []),
    ...sandboxes
      .filter(name => !settled.includes(name))
      .map(name => `${realServiceFor[name]} is missing; ALLOW_SANDBOX=${name} runs on what the shop has built in.`),
  ]
}

function ensureWritableFolder(path: string): string {
  const folder = resolve(path)
  const probe = join(folder, '.writable')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError([`DATA_DIR ${folder} can't be written to${reason}.`])
  }
  return folder
}

/** Where people open a shop that listens on that port: the canonical origin first. */
export function getOrigins({ publicUrl, host }: Config, port: number): readonly string[] {
  if (publicUrl) return [publicUrl]
  const hosts = host === '0.0.0.0' || host === '::' ? ['localhost', '127.0.0.1'] : [host, 'localhost']
  const shown = hosts.map(each => (each.includes(':') ? `[${each}]` : each))
  return [...new Set(shown)].map(each => `http://${each}:${port}`)
}
