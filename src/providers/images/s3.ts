import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Log } from '#observability/logger.ts'
import { orUnavailable } from './or-unavailable.ts'
import type { Images } from './port.ts'

export interface S3Options {
  /** Address of the S3 API, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  bucket: string
  /** Read off the endpoint where it says so, or else us-east-1, unless told. */
  region?: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** Address of the bucket for browsers. */
  publicUrl: string
  log: Log
  /** Milliseconds until a picture has to be kept. */
  timeout?: number
  /** How requests reach the API; the network unless told. */
  fetch?: typeof fetch
}

const types: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp' }

/** Keeps pictures in a bucket that speaks S3's protocol, whose pictures anybody may read. */
export function createS3Images(options: S3Options): Images {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, log, timeout = 10_000 } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', ...(region && { region }) })
  const request = options.fetch ?? fetch
  const pictures = `${options.publicUrl}/images/`

  /** Tries again, once, after what may pass: no answer, too many requests, an error of the host's. */
  async function put(file: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
    const address = `${endpoint}/${bucket}/images/${file}`
    const body = new Uint8Array(content)
    const headers = {
      'content-type': types[file.split('.')[1] ?? ''] ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    }
    const send = async () => {
      const init = { method: 'PUT', headers, body, signal, redirect: 'manual', aws: { allHeaders: true } } as const
      const response = await request(await client.sign(address, init))
      return { ok: response.ok, status: response.status, reply: await response.text() }
    }
    const first = await send().catch(error => (signal.aborted ? Promise.reject(error) : undefined))
    const isLast = first && first.status !== 429 && first.status < 500
    const { ok, status, reply } = isLast ? first : await send()
    // The rest of S3's reply holds the key's id and what was signed.
    if (!ok) throw new Error(`S3 answered ${status} ${/<Code>(\w+)<\/Code>/.exec(reply)?.[1] ?? ''}`.trim())
  }

  return {
    async store({ name, files }) {
      const signal = AbortSignal.timeout(timeout)
      await orUnavailable(log, Promise.all([...files].map(([end, bytes]) => put(name + end, bytes, signal))))
      return `${pictures}${name}-800.webp`
    },
    isOwnUrl: address => address.startsWith(pictures) && /^[\da-f]{32}-800\.webp$/.test(address.slice(pictures.length)),
  }
}
