import type { Config } from '#config/config.ts'
import { createCloudflareCdn } from './cloudflare.ts'
import { createFastlyCdn } from './fastly.ts'
import type { Cdn } from './port.ts'
import { createVarnishCdn } from './varnish.ts'

export function createCdn({ fastly, cloudflare, varnish }: Config['cdn']): Cdn | undefined {
  if (fastly) return createFastlyCdn(fastly)
  if (cloudflare) return createCloudflareCdn(cloudflare)
  return varnish && createVarnishCdn(varnish)
}
