import { Refusal } from '#contract/refusal.ts'
import { createRefusal, refuse } from '#contract/refusals.ts'
import type { Account } from '#shop/accounts/accounts.ts'

/** Bytes of received uploads, which take four times the memory. Customers leave the admins' share to them. */
const maxBytes = {
  customer: { account: 20_000_000, all: 100_000_000 },
  admin: { account: 61_000_000, all: 61_000_000 },
}

/** Reads the body and passes it to `handle`. Refuses `busy`. */
export type UploadBudget = <Result>(
  request: Request,
  sender: Account,
  handle: (body: Buffer<ArrayBuffer>) => Promise<Result>,
) => Promise<Result>

/** Only received bytes count, so a slow upload blocks no other. */
export function createUploadBudget(): UploadBudget {
  const underWay = new Set<{ accountId: string; role: Account['role']; bytes: number }>()
  const isWithin = ({ id, role }: Account) => {
    const uploads = [...underWay].filter(upload => upload.role === role)
    const sum = (some: typeof uploads) => some.reduce((total, { bytes }) => total + bytes, 0)
    const own = uploads.filter(({ accountId }) => accountId === id)
    return sum(own) <= maxBytes[role].account && sum(uploads) <= maxBytes[role].all
  }
  return async (request, sender, handle) => {
    const upload = { accountId: sender.id, role: sender.role, bytes: 0 }
    underWay.add(upload)
    try {
      const body = await readBody(request, length => {
        upload.bytes += length
        if (!isWithin(sender)) refuse('busy')
      })
      return await handle(body)
    } finally {
      underWay.delete(upload)
    }
  }
}

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
