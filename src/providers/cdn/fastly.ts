import { type Cdn, type CdnOptions, defaultTimeoutMs } from './port.ts'

interface FastlyOptions extends CdnOptions {
  serviceId: string
  token: string
}

/** https://www.fastly.com/documentation/reference/api/purging/ */
export function createFastlyCdn({
  serviceId,
  token,
  origin = 'https://api.fastly.com',
  timeoutMs = defaultTimeoutMs,
}: FastlyOptions): Cdn {
  return {
    async purge(tags) {
      const response = await fetch(`${origin}/service/${serviceId}/purge`, {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': tags.join(' '), accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`Fastly answered ${response.status}`)
    },
  }
}
