import { z } from 'zod'
import { omitBlank, optionalSetting, parseList, requireAllOrNone, toOrigin } from './schema-parts.ts'

const id = z.string().regex(/^\w+$/, 'must be letters and digits')
const token = z.string().regex(/^[\w-]+$/, 'must be letters, digits, - and _')
const isHttpUrl = (text: string) => z.url({ protocol: /^https?$/ }).safeParse(text).success

export const CdnSettings = z.object({
  FASTLY_SERVICE_ID: optionalSetting(id),
  FASTLY_API_TOKEN: optionalSetting(token),
  CLOUDFLARE_ZONE_ID: optionalSetting(id),
  CLOUDFLARE_API_TOKEN: optionalSetting(token),
  VARNISH_URLS: optionalSetting(
    z
      .string()
      .transform(parseList)
      .refine(urls => urls.length > 0 && urls.every(isHttpUrl), 'must be URLs like http://10.0.0.5:6081')
      .transform(urls => urls.map(toOrigin)),
  ),
  CDN_API_ORIGIN: optionalSetting(
    z.url({ protocol: /^http$/, error: 'must be a URL like http://127.0.0.1:9000' }).transform(toOrigin),
  ),
  CDN_PURGE_SECONDS: z.preprocess(
    value => omitBlank(value) ?? '5',
    z
      .string()
      .regex(/^[1-9]\d?$/, 'must be a number from 1 to 99')
      .transform(Number),
  ),
})

type CdnSettings = z.output<typeof CdnSettings>

export function findCdnProblems(env: CdnSettings): string[] {
  const used = [env.FASTLY_SERVICE_ID, env.CLOUDFLARE_ZONE_ID, env.VARNISH_URLS].filter(Boolean)
  return [
    ...requireAllOrNone(env, ['FASTLY_SERVICE_ID', 'FASTLY_API_TOKEN']),
    ...requireAllOrNone(env, ['CLOUDFLARE_ZONE_ID', 'CLOUDFLARE_API_TOKEN']),
    ...(used.length > 1 ? ['One CDN is purged: unset the settings of the others.'] : []),
  ]
}

export function parseCdn(env: CdnSettings) {
  const { FASTLY_SERVICE_ID: serviceId, FASTLY_API_TOKEN: fastlyToken, CDN_API_ORIGIN: origin } = env
  const { CLOUDFLARE_ZONE_ID: zoneId, CLOUDFLARE_API_TOKEN: cloudflareToken } = env
  return {
    fastly: serviceId && fastlyToken ? { serviceId, token: fastlyToken, origin } : undefined,
    cloudflare: zoneId && cloudflareToken ? { zoneId, token: cloudflareToken, origin } : undefined,
    varnish: env.VARNISH_URLS,
    purgeIntervalMs: env.CDN_PURGE_SECONDS * 1000,
  }
}
