import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import { ImageUploadReply } from '#contract/schemas/images.ts'
import type { Log } from '#observability/logger.ts'
import type { Images, ProcessedImage } from './port.ts'
import { refuseIfUnavailable } from './refuse-if-unavailable.ts'

export interface ImgbbOptions {
  key: string
  endpoint: string
  log: Log
  timeoutMs?: number
  fetch?: typeof fetch
}

/** imgbb uses the second host where internet providers block the first. */
const publicOrigins = ['https://i.ibb.co', 'https://i.ibb.co.com']

/** The format is observed, not documented; `code` may be text. */
const Failure = z.object({ error: z.object({ message: z.string(), code: z.coerce.number().catch(0) }) })
const invalidImage = 311

/** https://api.imgbb.com or a compatible host. It gets only the largest WebP file. */
export function createImgbbImages({
  key,
  endpoint,
  log,
  timeoutMs = 20_000,
  fetch: request = fetch,
}: ImgbbOptions): Images {
  const api = new URL(endpoint)
  const origins = api.host === 'api.imgbb.com' ? publicOrigins : [...publicOrigins, api.origin]

  function isOwnUrl(url: string): boolean {
    const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: '', pathname: '' }
    return origins.includes(origin) && url === origin + pathname && /^(\/[\w.-]+)+$/.test(pathname)
  }

  async function uploadImage({ name, files }: ProcessedImage): Promise<string> {
    const body = new FormData()
    const bytes = new Uint8Array(files.get('-800.webp') ?? [])
    body.set('image', new File([bytes], `${name}.webp`, { type: 'image/webp' }))
    body.set('name', name)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await request(`${endpoint}?key=${key}`, { method: 'POST', body, signal, redirect: 'manual' })
    const reply = parseJsonOrText(await response.text())
    const upload = ImageUploadReply.safeParse(reply).data
    if (response.ok && upload?.success && isOwnUrl(upload.data.url)) return upload.data.url
    const error = Failure.safeParse(reply).data?.error
    if (error?.code === invalidImage) refuse('image_unreadable')
    const reason = error ? `${error.code} ${error.message}` : `no URL of its own, ${typeof reply}`
    throw new Error(`imgbb answered ${response.status}: ${reason.replaceAll(key, '…').slice(0, 200)}`)
  }

  return { store: image => refuseIfUnavailable(log, uploadImage(image)), isOwnUrl }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
