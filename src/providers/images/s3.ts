import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Log } from '#observability/logger.ts'
import type { Images } from './port.ts'
import { imageSuffixes } from './process-image.ts'
import { refuseIfUnavailable } from './refuse-if-unavailable.ts'

export interface S3Options {
  endpoint: string
  bucket: string
  region?: string | undefined
  accessKeyId: string
  secretAccessKey: string
  publicUrl: string
  log: Log
  /** Timeout for all files of an image together. */
  timeoutMs?: number
  fetch?: typeof fetch
}

const contentTypes: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp' }

/** The bucket must be publicly readable. */
export function createS3Images(options: S3Options): Images {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, log, timeoutMs = 10_000 } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', ...(region && { region }) })
  const request = options.fetch ?? fetch
  const urlPrefix = `${options.publicUrl}/images/`

  async function putFile(fileName: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
    const url = `${endpoint}/${bucket}/images/${fileName}`
    const body = new Uint8Array(content)
    const headers = {
      'content-type': contentTypes[fileName.split('.')[1] ?? ''] ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    }
    const send = async () => {
      const init = { method: 'PUT', headers, body, signal, redirect: 'manual', aws: { allHeaders: true } } as const
      const response = await request(await client.sign(url, init))
      return { ok: response.ok, status: response.status, reply: await response.text() }
    }
    const first = await send().catch(error => (signal.aborted ? Promise.reject(error) : undefined))
    const isFinal = first && first.status !== 429 && first.status < 500
    const { ok, status, reply } = isFinal ? first : await send()
    // The rest of S3's reply contains the access key's id.
    if (!ok) throw new Error(`S3 answered ${status} ${/<Code>(\w+)<\/Code>/.exec(reply)?.[1] ?? ''}`.trim())
  }

  async function deleteFile(fileName: string, signal: AbortSignal): Promise<void> {
    const init = { method: 'DELETE', signal, redirect: 'manual', aws: { allHeaders: true } } as const
    const response = await request(await client.sign(`${endpoint}/${bucket}/images/${fileName}`, init))
    if (!response.ok && response.status !== 404) throw new Error(`S3 answered ${response.status}`)
    await response.body?.cancel()
  }

  function findName(url: string): string | undefined {
    if (!url.startsWith(urlPrefix)) return undefined
    return /^([\da-f]{32})-800\.webp$/.exec(url.slice(urlPrefix.length))?.[1]
  }

  const buildUrl = (name: string) => `${urlPrefix}${name}-800.webp`

  return {
    buildUrl,
    async store({ name, files }) {
      const signal = AbortSignal.timeout(timeoutMs)
      await refuseIfUnavailable(
        log,
        Promise.all([...files].map(([suffix, bytes]) => putFile(name + suffix, bytes, signal))),
      )
      return buildUrl(name)
    },
    isOwnUrl: url => findName(url) !== undefined,
    async remove(url) {
      const name = findName(url)
      const signal = AbortSignal.timeout(timeoutMs)
      if (name) await Promise.all(imageSuffixes.map(suffix => deleteFile(name + suffix, signal)))
    },
  }
}
