import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import { findCdnProblems, parseCdn } from './cdn.ts'
import { Environment } from './environment.ts'
import { findIdentityProblems, hasPasswordChecks, parseGoogle, parseOidc } from './identity.ts'
import { findImageProblems, parseImageHost } from './images.ts'
import { type LogLevel, parseMetricsAddress } from './observability.ts'
import { findPaymentProblems, parseStripe } from './payments.ts'
import { findProductionProblems, mustSwitchToTls } from './production.ts'
import { requireAllOrNone } from './schema-parts.ts'
import { deriveSecrets, type Secrets } from './secrets.ts'
import { parsePriceTerms, parseShopRules, parseShopSettings } from './shop-rules.ts'

export const modes = ['demo', 'production', 'development'] as const
export type Mode = (typeof modes)[number]

/** An embedded service replaces each of `databaseUrl`, `stripe`, `smtp`, S3 and imgbb that is not set. */
export interface Config {
  mode: Mode
  host: string
  port: number
  processes: number
  dataDir: string
  databaseUrl: string | undefined
  /** Direct address of the server, if `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  settings: ShopSettings
  priceTerms: Partial<PriceTerms>
  publicUrl: string | undefined
  secretFor: (purpose: string) => string
  secretsFor: (purpose: string) => Secrets
  rules: ReturnType<typeof parseShopRules>
  trustedProxies: number
  rateLimits: boolean
  google: ReturnType<typeof parseGoogle>
  oidc: ReturnType<typeof parseOidc>
  checkPasswords: boolean
  stripe: ReturnType<typeof parseStripe>
  smtp: { url: string; from: string; requireTls: boolean } | undefined
  images: ReturnType<typeof parseImageHost>
  cdn: ReturnType<typeof parseCdn>
  logLevel: LogLevel
  slowQueryMs: number
  metrics: ReturnType<typeof parseMetricsAddress>
  demoHistory: boolean
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Throws `ConfigError` with all problems at once. */
export function readConfig(environment: Record<string, string | undefined>, mode: Mode): Config {
  const result = Environment.safeParse(environment)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map(issue => `${issue.path[0]?.toString()} ${issue.message}.`))
  }
  const env = result.data
  const dataDir = resolve(env.DATA_DIR)
  const problems = [
    ...(mode === 'production' ? findProductionProblems(env) : []),
    ...findClusterProblems(env),
    ...findDatabaseProblems(env),
    ...findIdentityProblems(env),
    ...requireAllOrNone(env, ['SMTP_URL', 'MAIL_FROM']),
    ...findPaymentProblems(env),
    ...findImageProblems(env),
    ...findCdnProblems(env),
    ...findDataFolderProblems(dataDir),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  const secretsFor = deriveSecrets(env, join(dataDir, 'secret'))
  return Object.freeze({
    mode,
    host: env.HOST,
    port: env.PORT,
    processes: env.PROCESSES,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    settings: parseShopSettings(env, mode === 'demo'),
    priceTerms: parsePriceTerms(env),
    publicUrl: env.PUBLIC_URL,
    secretFor: (purpose: string) => secretsFor(purpose)[0],
    secretsFor,
    rules: parseShopRules(env, mode === 'production'),
    trustedProxies: env.TRUSTED_PROXIES ?? 0,
    rateLimits: env.RATE_LIMITS !== 'off',
    google: parseGoogle(env),
    oidc: parseOidc(env),
    checkPasswords: hasPasswordChecks(env, mode === 'production'),
    stripe: parseStripe(env),
    smtp: parseSmtp(env, mode),
    images: parseImageHost(env),
    cdn: parseCdn(env),
    logLevel: env.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'error'),
    slowQueryMs: env.SLOW_QUERY_MS,
    metrics: parseMetricsAddress(env),
    demoHistory: env.DEMO_HISTORY !== 'off',
  })
}

function parseSmtp(env: Environment, mode: Mode): Config['smtp'] {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  return url && from ? { url, from, requireTls: mode === 'production' && mustSwitchToTls(env) } : undefined
}

function findDatabaseProblems({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] {
  if (DATABASE_URL || !DATABASE_DIRECT_URL) return []
  return ['DATABASE_DIRECT_URL needs DATABASE_URL, the URL of the pooler.']
}

function findClusterProblems({ PROCESSES, DATABASE_URL }: Environment): string[] {
  if (PROCESSES === 1 || DATABASE_URL) return []
  return ['PROCESSES above 1 needs DATABASE_URL: the embedded database is for one process.']
}

/** The canonical origin comes first. */
export function getOrigins({ publicUrl, host }: Config, port: number): readonly string[] {
  if (publicUrl) return [publicUrl]
  const hosts = host === '0.0.0.0' || host === '::' ? ['localhost', '127.0.0.1'] : [host, 'localhost']
  const urlHosts = hosts.map(each => (each.includes(':') ? `[${each}]` : each))
  return [...new Set(urlHosts)].map(each => `http://${each}:${port}`)
}

/** Writes a probe file, because permission bits do not show a read-only disk. */
function findDataFolderProblems(folder: string): string[] {
  const probe = join(folder, '.writable')
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return []
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return [`DATA_DIR ${folder} can't be written to${reason}.`]
  }
}
