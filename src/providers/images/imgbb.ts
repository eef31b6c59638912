import { z } from 'zod'
import { Uploaded } from '#contract/images.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observe/log.ts'
import { available } from './available.ts'
import type { Images, Picture } from './port.ts'

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
const shownAt = ['https://i.ibb.co', 'https://i.ibb.co.com']

/** Seen in replies of imgbb and of the software that it is made with; numbers may come as text. */
const Failure = z.object({ error: z.object({ message: z.string(), code: z.coerce.number().catch(0) }) })
const invalidImage = 311

/** Keeps the largest WebP file of a picture on imgbb (https://api.imgbb.com), or on a host that speaks its protocol. */
export function imgbbImages({ key, endpoint, log, timeout = 20_000, fetch: request = fetch }: ImgbbOptions): Images {
  const api = new URL(endpoint)
  const origins = api.host === 'api.imgbb.com' ? shownAt : [...shownAt, api.origin]

  function owns(address: string): boolean {
    const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' }
    return origins.includes(origin) && address === origin + pathname && /^(\/[\w.-]+)+$/.test(pathname)
  }

  async function upload({ name, files }: Picture): Promise<string> {
    const body = new FormData()
    const bytes = new Uint8Array(files.get('-800.webp') ?? [])
    body.set('image', new File([bytes], `${name}.webp`, { type: 'image/webp' }))
    body.set('name', name)
    const signal = AbortSignal.timeout(timeout)
    const response = await request(`${endpoint}?key=${key}`, { method: 'POST', body, signal, redirect: 'manual' })
    const reply = parsed(await response.text())
    const kept = Uploaded.safeParse(reply).data
    if (response.ok && kept?.success && owns(kept.data.url)) return kept.data.url
    const error = Failure.safeParse(reply).data?.error
    if (error?.code === invalidImage) refuse('image_unreadable')
    const reason = error ? `${error.code} ${error.message}` : `no address of its own, ${typeof reply}`
    throw new Error(`imgbb answered ${response.status}: ${reason.replaceAll(key, '…').slice(0, 200)}`)
  }

  return { keep: picture => available(log, upload(picture)), owns }
}

/** What the text holds as JSON; the text itself where it is something else, such as an error page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
