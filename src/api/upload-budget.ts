import { Refusal } from '#contract/refusal.ts'
import { createRefusal, refuse } from '#contract/refusals.ts'
import type { Account } from '#shop/accounts/accounts.ts'

/** Bytes of received, unprocessed uploads. An upload has up to 10 MB and needs three times its size in memory. */
const maxBytes = { account: 20_000_000, customers: 100_000_000 }

/** Reads the body and passes it to `handle`. Refuses `uploads_busy`, but never for admins. */
export type UploadBudget = <Result>(
  request: Request,
  sender: Account,
  handle: (body: Buffer<ArrayBuffer>) => Promise<Result>,
) => Promise<Result>

/** Only received bytes count, so a slow upload blocks no other. */
export function createUploadBudget(): UploadBudget {
  const underWay = new Set<{ accountId: string; bytes: number }>()
  const isWithin = (accountId: string) => {
    const uploads = [...underWay]
    const sum = (some: typeof uploads) => some.reduce((total, { bytes }) => total + bytes, 0)
    const own = uploads.filter(each => each.accountId === accountId)
    return sum(own) <= maxBytes.account && sum(uploads) <= maxBytes.customers
  }
  return async (request, { id, role }, handle) => {
    const upload = { accountId: id, bytes: 0 }
    if (role !== 'admin') underWay.add(upload)
    try {
      const body = await readBody(request, length => {
        upload.bytes += length
        if (role !== 'admin' && !isWithin(id)) refuse('uploads_busy')
      })
      return await handle(body)
    } finally {
      underWay.delete(upload)
    }
  }
}

/** Refuses `invalid_input` if the client disconnects. */
async function readBody({ body }: Request, onArrival: (length: number) => void): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk)
      onArrival(chunk.length)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : createRefusal('invalid_input')
  }
  return Buffer.concat(chunks)
}
