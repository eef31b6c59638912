import { type Cdn, defaultTimeoutMs } from './port.ts'

/** Each server has its own cache and runs deploy/varnish/default.vcl. */
export function createVarnishCdn(origins: readonly string[], timeoutMs = defaultTimeoutMs): Cdn {
  async function purgeAt(origin: string, tags: readonly string[]): Promise<void> {
    const response = await fetch(origin, {
      method: 'PURGE',
      headers: { 'xkey-purge': tags.join(' ') },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`Varnish at ${origin} answered ${response.status}`)
  }
  return {
    async purge(tags) {
      const results = await Promise.allSettled(origins.map(origin => purgeAt(origin, tags)))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
    },
  }
}
