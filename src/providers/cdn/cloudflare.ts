import { z } from 'zod'
import { type Cdn, type CdnOptions, defaultTimeoutMs } from './port.ts'

interface CloudflareOptions extends CdnOptions {
  zoneId: string
  token: string
}

const Reply = z.object({ success: z.boolean(), errors: z.array(z.object({ code: z.number() })).default([]) })

/** https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
export function createCloudflareCdn({
  zoneId,
  token,
  origin = 'https://api.cloudflare.com',
  timeoutMs = defaultTimeoutMs,
}: CloudflareOptions): Cdn {
  return {
    async purge(tags) {
      const response = await fetch(`${origin}/client/v4/zones/${zoneId}/purge_cache`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const reply = Reply.safeParse(await response.json().catch(() => undefined))
      if (response.ok && reply.data?.success) return
      const codes = reply.data?.errors.map(({ code }) => code) ?? []
      throw new Error(['Cloudflare answered', response.status, ...codes].join(' '))
    },
  }
}
