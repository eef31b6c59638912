import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { uploadImage } from '#web/session/upload-image.ts'
import { readLatest, readShown } from '#web/ui/forms/shown-record.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FormFailure, type PieceFailure, readPieceLines, toPieceFailure } from './piece-fields.tsx'
import { readReceipt } from './receive-form.tsx'
import { readRefund } from './refund-form.tsx'
import { readShipment } from './ship-form.tsx'
import { readTracking } from './tracking-fields.tsx'

type Handler = (client: Client, id: string, form: FormData) => Promise<void>

const readText = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

const handlers: Record<string, readonly [handle: Handler, done: string]> = {
  ship: [
    async (client, id, form) => {
      const params = { id, shipmentId: readText(form, 'shipmentId') }
      await client.shipOrder({ params, body: readShipment(form) })
    },
    'The pieces are marked as shipped',
  ],
  tracking: [
    async (client, _, form) => {
      const params = { id: readText(form, 'shipmentId') }
      await client.updateTracking({ params, body: { ...readTracking(form), shown: readShown(form) } })
    },
    'The tracking is changed',
  ],
  refund: [
    async (client, id, form) => {
      await client.refundOrder({ params: { id, refundId: readText(form, 'refundId') }, body: readRefund(form) })
    },
    'The refund is recorded',
  ],
  retryRefund: [
    async (client, _, form) => {
      const body = { reference: readText(form, 'reference') }
      await client.retryRefund({ params: { id: readText(form, 'refundId') }, body })
    },
    'The refund is recorded',
  ],
  closeRefund: [
    async (client, _, form) => {
      await client.closeRefund({
        params: { id: readText(form, 'refundId') },
        body: { reason: readText(form, 'reason') },
      })
    },
    'The refund is closed',
  ],
  return: [
    async (client, id, form) => {
      const [lines, reason] = [readPieceLines(form), readText(form, 'reason')]
      // The API refuses a return without pieces or reason, so nothing is uploaded for it.
      const images = lines.length > 0 && reason !== '' ? await uploadPhotos(client, form) : []
      const body = { lines, reason, images }
      await client.requestReturn({ params: { id, returnId: readText(form, 'returnId') }, body })
      forgetPhotos()
    },
    'The return is requested',
  ],
  withdrawReturn: [
    async (client, _, form) => {
      await client.withdrawReturn({ params: { id: readText(form, 'returnId') } })
    },
    'The return is withdrawn',
  ],
  acceptReturn: [(client, _, form) => answerReturn(client, form, true), 'The return is accepted'],
  refuseReturn: [(client, _, form) => answerReturn(client, form, false), 'The return is refused'],
  receiveReturn: [
    async (client, _, form) => {
      await client.receiveReturn({ params: { id: readText(form, 'returnId') }, body: readReceipt(form) })
    },
    'The return is received',
  ],
  closeReturn: [
    async (client, _, form) => {
      await client.closeReturn({ params: { id: readText(form, 'returnId') } })
    },
    'The return is closed',
  ],
}

async function answerReturn(client: Client, form: FormData, accepted: boolean): Promise<void> {
  const body = { accepted, answer: readText(form, 'answer') }
  await client.answerReturn({ params: { id: readText(form, 'returnId') }, body })
}

/** Returns undefined for the intent of another form, and null after a success. */
export async function handleFulfilment(
  client: Client,
  id: string,
  form: FormData,
): Promise<PieceFailure | null | undefined> {
  const [handle, done] = handlers[String(form.get('intent'))] ?? []
  if (!handle || !done) return undefined
  try {
    await handle(client, id, form)
  } catch (error) {
    if (error instanceof FormFailure) return error.failure
    if (error instanceof Refusal && error.code === 'image_unknown') forgetPhotos()
    const failed = toPieceFailure(error, form)
    // The forms of the other intents show the failure.
    if (['withdrawReturn', 'closeReturn'].includes(String(form.get('intent')))) toast('error', failed.failure)
    return { ...failed, latest: readLatest(form, error) }
  }
  const number = readText(form, 'orderNumber')
  // Forms that may lead to another order's page post the number of their order.
  toast('success', number === '' ? done : `Order ${number}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`)
  return null
}

/** A form that is sent again reuses its uploads. */
const uploads: { bytes: Uint8Array; url: string }[] = []

async function uploadPhotos(client: Client, form: FormData): Promise<string[]> {
  const urls: string[] = []
  for (const file of listChosenFiles(form, 'photos')) urls.push(await uploadOnce(client, file))
  return urls
}

/** The shop knows these uploads as part of a return, or has deleted them because no return used them. */
const forgetPhotos = () => uploads.splice(0)

async function uploadOnce(client: Client, file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const known = uploads.find(
    each => each.bytes.length === bytes.length && each.bytes.every((byte, at) => byte === bytes[at]),
  )
  if (known) return known.url
  const { url, error } = await uploadImage(client, file)
  if (error !== undefined) throw new FormFailure({ failure: '', pieceErrors: {}, errors: { images: error } })
  uploads.push({ bytes, url })
  return url
}
