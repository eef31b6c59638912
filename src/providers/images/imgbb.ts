import { z } from 'zod'
import { ImageUploadReply } from '#contract/images.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import { orUnavailable } from './or-unavailable.ts'
import type { Images, ProcessedImage } from './port.ts'

export interface ImgbbOptions {
  key: string
  /** Address of the upload call. */
  endpoint: string
  log: Log
  /** Milliseconds until a picture has to be kept. */
  timeout?: number
  /** How requests reach the API; the network unless told. */
  fetch?: typeof fetch
}

/** Where imgbb shows pictures: the second is what it names while providers block the first. */
const publicOrigins = ['https://i.ibb.co', 'https://i.ibb.co.com']

/** Seen in replies of imgbb and of the software that it is made with; numbers may come as text. */
const Failure = z.object({ error: z.object({ message: z.string(), code: z.coerce.number().catch(0) }) })
const invalidImage = 311

/** Keeps the largest WebP file of a picture on imgbb (https://api.imgbb.com), or on a host that speaks its protocol. */
export function createImgbbImages({
  key,
  endpoint,
  log,
  timeout = 20_000,
  fetch: request = fetch,
}: ImgbbOptions): Images {
  const api = new URL(endpoint)
  const origins = api.host === 'api.imgbb.com' ? publicOrigins : [...publicOrigins, api.origin]

  function isOwnUrl(address: string): boolean {
    const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' }
    return origins.includes(origin) && address === origin + pathname && /^(\/[\w.-]+)+$/.test(pathname)
  }

  async function upload({ name, files }: ProcessedImage): Promise<string> {
    const body = new FormData()
    const bytes = new Uint8Array(files.get('-800.webp') ?? [])
    body.set('image', new File([bytes], `${name}.webp`, { type: 'image/webp' }))
    body.set('name', name)
    const signal = AbortSignal.timeout(timeout)
    const response = await request(`${endpoint}?key=${key}`, { method: 'POST', body, signal, redirect: 'manual' })
    const reply = parseJsonOrText(await response.text())
    const kept = ImageUploadReply.safeParse(reply).data
    if (response.ok && kept?.success && isOwnUrl(kept.data.url)) return kept.data.url
    const error = Failure.safeParse(reply).data?.error
    if (error?.code === invalidImage) refuse('image_unreadable')
    const reason = error ? `${error.code} ${error.message}` : `no address of its own, ${typeof reply}`
    throw new Error(`imgbb answered ${response.status}: ${reason.replaceAll(key, '…').slice(0, 200)}`)
  }

  return { store: picture => orUnavailable(log, upload(picture)), isOwnUrl }
}

/** What the text holds as JSON; the text itself where it is something else, such as an error page. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
