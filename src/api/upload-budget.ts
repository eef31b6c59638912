import { Refusal } from '#contract/refusal.ts'
import { createRefusal, refuse } from '#contract/refusals.ts'
import type { Account } from '#shop/accounts/accounts.ts'

/** Bytes of uploads that have arrived and are not handled yet. An upload has up to 10 MB, and takes three times its size. */
const maxBytes = { account: 20_000_000, customers: 100_000_000 }

/** Reads the body of an upload and hands it over. Refuses `uploads_busy`; uploads of admins always fit. */
export type UploadBudget = <Result>(
  request: Request,
  sender: Account,
  handle: (body: Buffer<ArrayBuffer>) => Promise<Result>,
) => Promise<Result>

/** Only what has arrived counts: an upload that arrives slowly holds up no other. */
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

/** Refuses `invalid_input` when its sender leaves. */
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
