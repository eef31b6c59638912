import { type ActionFunctionArgs, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { findEndOfDay } from '#contract/time-zones.ts'
import { storeCheckoutDraft } from '#web/checkout/checkout-draft.ts'
import { clientContext } from '#web/context.ts'
import { readLatest, readShown } from '#web/fields/shown-record.tsx'
import { listChosenFiles } from '#web/files/chosen-files.ts'
import { uploadImage } from '#web/files/upload-image.ts'
import { assertDone } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { findTimeZone } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { FormFailure, readPieceLines, toPieceFailure } from './fulfilment/piece-fields.tsx'
import { readReceipt } from './fulfilment/receive-form.tsx'
import { readRefund } from './fulfilment/refund-form.tsx'
import { readShipment } from './fulfilment/ship-form.tsx'
import { readTracking } from './fulfilment/tracking-fields.tsx'

interface Call {
  client: Client
  id: string
  form: FormData
}

interface Intent {
  send: (call: Call) => Promise<void>
  done: string
  failure?: 'toast'
  next?: string
}

const readText = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

const intents: Record<string, Intent> = {
  cancel: {
    send: async ({ client, id, form }) => {
      const cancel = form.get('by') === 'shop' ? client.cancelAnyOrder : client.cancelOrder
      assertDone((await cancel({ params: { id } })).deletedCount > 0, 'That order was cancelled already.')
    },
    done: 'The order is cancelled',
    failure: 'toast',
  },
  approve: {
    send: async ({ client, id }) => {
      await client.approveOrder({ params: { id } })
    },
    done: 'The order is approved',
    failure: 'toast',
  },
  approveAny: {
    send: async ({ client, id }) => {
      await client.approveAnyOrder({ params: { id } })
    },
    done: 'The order is approved',
    failure: 'toast',
  },
  decline: {
    send: async ({ client, id, form }) => {
      await client.declineOrder({ params: { id }, body: { reason: readText(form, 'reason') } })
    },
    done: 'The order is declined',
  },
  change: {
    send: async ({ client, id, form }) => {
      await client.changeOrder({ params: { id } })
      storeCheckoutDraft(JSON.parse(readText(form, 'draft')))
    },
    done: 'It is cancelled, and its tools are in your cart again',
    next: '/cart',
    failure: 'toast',
  },
  transfer: {
    send: async ({ client, id, form }) => {
      const body = { reference: readText(form, 'reference'), isPartial: form.has('isPartial') }
      await client.markPaid({ params: { id }, body })
    },
    done: 'The order is marked as paid',
  },
  hold: {
    send: async ({ client, id, form }) => {
      const until = findEndOfDay(readText(form, 'until'), findTimeZone()).toISOString()
      await client.holdOrder({ params: { id }, body: { until, shown: readShown(form) } })
    },
    done: 'The pieces are held',
  },
  endHold: {
    send: async ({ client, id }) => {
      assertDone((await client.endHold({ params: { id } })).deletedCount > 0, 'That order is not held any more.')
    },
    done: 'The hold is over',
    failure: 'toast',
  },
  poNumber: {
    send: async ({ client, id, form }) => {
      const body = { poNumber: readText(form, 'poNumber'), shown: readShown(form) }
      await client.changePoNumber({ params: { id }, body })
    },
    done: 'The purchase order number is changed',
  },
  ship: {
    send: async ({ client, id, form }) => {
      const params = { id, shipmentId: readText(form, 'shipmentId') }
      await client.shipOrder({ params, body: readShipment(form) })
    },
    done: 'The pieces are marked as shipped',
  },
  tracking: {
    send: async ({ client, form }) => {
      const params = { id: readText(form, 'shipmentId') }
      await client.updateTracking({ params, body: { ...readTracking(form), shown: readShown(form) } })
    },
    done: 'The tracking is changed',
  },
  refund: {
    send: async ({ client, id, form }) => {
      await client.refundOrder({ params: { id, refundId: readText(form, 'refundId') }, body: readRefund(form) })
    },
    done: 'The refund is recorded',
  },
  retryRefund: {
    send: async ({ client, form }) => {
      const body = { reference: readText(form, 'reference') }
      await client.retryRefund({ params: { id: readText(form, 'refundId') }, body })
    },
    done: 'The refund is recorded',
  },
  closeRefund: {
    send: async ({ client, form }) => {
      await client.closeRefund({
        params: { id: readText(form, 'refundId') },
        body: { reason: readText(form, 'reason') },
      })
    },
    done: 'The refund is closed',
  },
  return: {
    send: async ({ client, id, form }) => {
      const [lines, reason] = [readPieceLines(form), readText(form, 'reason')]
      // The API refuses a return without pieces or reason, so nothing is uploaded for it.
      const returnId = readText(form, 'returnId')
      const images = lines.length > 0 && reason !== '' ? await uploadPhotos(client, form) : []
      await client.requestReturn({ params: { id, returnId }, body: { lines, reason, images } })
    },
    done: 'The return is requested',
  },
  withdrawReturn: {
    send: async ({ client, form }) => {
      await client.withdrawReturn({ params: { id: readText(form, 'returnId') } })
    },
    done: 'The return is withdrawn',
    failure: 'toast',
  },
  acceptReturn: { send: call => answerReturn(call, true), done: 'The return is accepted' },
  refuseReturn: { send: call => answerReturn(call, false), done: 'The return is refused' },
  receiveReturn: {
    send: async ({ client, form }) => {
      await client.receiveReturn({ params: { id: readText(form, 'returnId') }, body: readReceipt(form) })
    },
    done: 'The return is received',
  },
  closeReturn: {
    send: async ({ client, form }) => {
      await client.closeReturn({ params: { id: readText(form, 'returnId') } })
    },
    done: 'The return is closed',
    failure: 'toast',
  },
}

async function answerReturn({ client, form }: Call, accepted: boolean): Promise<void> {
  const body = { accepted, answer: readText(form, 'answer') }
  await client.answerReturn({ params: { id: readText(form, 'returnId') }, body })
}

/** Adds what it has uploaded to the form's field `uploaded`, with which a refused form is sent again. */
async function uploadPhotos(client: Client, form: FormData): Promise<string[]> {
  const uploaded: Record<string, string> = JSON.parse(readText(form, 'uploaded') || '{}')
  const urls: string[] = []
  for (const file of listChosenFiles(form, 'photos')) {
    const key = `${file.size} ${file.name}`
    const known = uploaded[key]
    const { url, error } = known ? { url: known } : await uploadImage(client, file)
    if (error !== undefined) throw new FormFailure({ failure: '', pieceErrors: {}, errors: { images: error } })
    uploaded[key] = url
    form.set('uploaded', JSON.stringify(uploaded))
    urls.push(url)
  }
  return urls
}

/** `saved` changes the form's key: see `useSavedKey`. */
export async function handleIntent({ request, context, params }: ActionFunctionArgs) {
  keepFormOnExpiry(context)
  const form = await request.formData()
  const intent = intents[readText(form, 'intent')]
  if (!intent) throw new Error(`unknown intent ${form.get('intent')}`)
  try {
    await intent.send({ client: context.get(clientContext), id: params.id ?? '', form })
    toast('success', describeDone(intent.done, readText(form, 'orderNumber')))
    return intent.next ? redirect(intent.next) : { saved: createId() }
  } catch (error) {
    // The shop has deleted uploads that nothing used for two days.
    if (error instanceof Refusal && error.code === 'image_unknown') form.delete('uploaded')
    const uploaded = readText(form, 'uploaded')
    if (error instanceof FormFailure) return { ...error.failure, uploaded }
    const failed = toPieceFailure(error, form)
    if (intent.failure === 'toast') toast('error', failed.failure)
    const isSoldOut = error instanceof Refusal && error.code === 'sold_out'
    const shortages = isSoldOut ? error.errors.map(({ message }) => message) : []
    return { ...failed, shortages, uploaded, latest: readLatest(form, error) }
  }
}

/** Forms that may lead to another page post the number of their order. */
const describeDone = (done: string, orderNumber: string) =>
  orderNumber === '' ? done : `Order ${orderNumber}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`
