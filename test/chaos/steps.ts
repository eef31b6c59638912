import type { Client } from '#contract/client.ts'
import { toSlug } from '#contract/slugs.ts'
import { processImports } from '#shop/imports/process-imports.ts'
import type { AddedTool, TestAccount, TestShop } from '#test/open-shop.ts'
import { toLine } from '#test/orders.ts'

export interface StepTool extends AddedTool {
  sku: string
}

/** Whom and what a step is about. */
export interface StepSubject {
  shop: TestShop
  buyer: TestAccount
  pick: <Item>(items: readonly Item[]) => Item
  accountId: string
  admin: Client
  otherAdmin: TestAccount
  otherAdminId: string
  tools: readonly [StepTool, StepTool]
  /** Those that a step may delete. */
  spares: StepTool[]
  /** Those that are not undone, with the tool that each added. */
  imports: { id: string; sku: string }[]
  orderId: string
  returnId: string
  pay: () => Promise<unknown>
}

const until = new Date(Date.now() + 86_400_000).toISOString()
const newId = () => crypto.randomUUID()
const toLines = ({ tools }: StepSubject) => tools.map(tool => toLine(tool, 2))
const toParams = ({ orderId: id }: StepSubject) => ({ params: { id } })

export const steps: Record<string, (subject: StepSubject) => Promise<unknown>> = {
  place: subject => subject.buyer.client.checkOut({ body: { lines: toLines(subject) } }),
  'place from the cart': subject =>
    subject.buyer.client.checkOut({ body: { lines: toLines(subject).toReversed(), fromCart: true } }),
  'fill the cart': subject => subject.buyer.client.mergeCart({ body: { lines: toLines(subject), mergeBy: 'sum' } }),
  'empty the cart': ({ buyer }) => buyer.client.emptyCart({}),
  change: subject => subject.buyer.client.changeOrder(toParams(subject)),
  cancel: subject => subject.buyer.client.cancelOrder(toParams(subject)),
  'give a number': subject => subject.buyer.client.changePoNumber({ ...toParams(subject), body: { poNumber: 'PO 1' } }),
  pay: ({ pay }) => pay(),
  'request a return': ({ buyer, orderId: id, tools }) =>
    buyer.client.requestReturn({
      params: { id, returnId: newId() },
      body: { lines: [{ toolId: tools[0]._id, quantity: 1 }], reason: 'Blunt' },
    }),
  'withdraw a return': ({ buyer, returnId: id }) => buyer.client.withdrawReturn({ params: { id } }),
  'save a list': subject => subject.buyer.client.addSavedList({ body: { name: 'Weekly', lines: toLines(subject) } }),
  'fill a cart for a buyer': subject =>
    subject.admin.putIntoAdminCart({ params: { id: subject.accountId }, body: { lines: toLines(subject) } }),
  'place for a buyer': subject =>
    subject.admin.placeOrderForAccount({ params: { id: subject.accountId }, body: { lines: toLines(subject) } }),
  'cancel for a buyer': subject => subject.admin.cancelAnyOrder(toParams(subject)),
  'cancel all': ({ admin, buyer: { email } }) => admin.cancelUnpaidOrders({ params: { email } }),
  hold: subject => subject.admin.holdOrder({ ...toParams(subject), body: { until } }),
  'end a hold': subject => subject.admin.endHold(toParams(subject)),
  'mark as paid': subject => subject.admin.markPaid({ ...toParams(subject), body: { reference: 'IN 1' } }),
  'ship a piece': ({ admin, orderId: id, tools }) =>
    admin.shipOrder({
      params: { id, shipmentId: newId() },
      body: { lines: [{ toolId: tools[1]._id, quantity: 1 }] },
    }),
  ship: subject => subject.admin.markShipped(toParams(subject)),
  refund: ({ admin, orderId: id, tools }) =>
    admin.refundOrder({
      params: { id, refundId: newId() },
      body: { amount: 1, reference: 'OUT 1', lines: [{ toolId: tools[0]._id, quantity: 1, restocked: true }] },
    }),
  'accept a return': ({ admin, returnId: id }) =>
    admin.answerReturn({ params: { id }, body: { accepted: true, answer: 'Send it.' } }),
  'receive a return': ({ admin, returnId: id }) => admin.receiveReturn({ params: { id }, body: {} }),
  'count the stock': ({ admin, tools: [{ _id: id }] }) =>
    admin.adjustStock({ params: { id, adjustmentId: newId() }, body: { reason: 'receipt', quantity: 1 } }),
  'change prices': ({ admin, tools }) =>
    admin.changePrices({
      body: {
        tools: tools.map(({ _id: id, price }) => {
          return { id, price, priceBreaks: [{ from: 50, price: price - 1 }], shown: { price, priceBreaks: [] } }
        }),
      },
    }),
  'put back on sale': ({ admin, tools }) =>
    admin.actOnTools({ body: { action: 'restore', ids: tools.map(({ _id }) => _id).toReversed() } }),
  discontinue: ({ admin, tools }) => admin.actOnTools({ body: { action: 'discontinue', ids: [tools[1]._id] } }),
  'change a tool': ({ admin, pick, tools: [{ _id: id, available, ...fields }], spares, imports }) =>
    admin.updateTool({
      params: { id },
      body: {
        ...{ ...fields, image: '/images/jigsaw-800.webp', description: 'x', available, availableBefore: available },
        ...{
          brand: pick(brands),
          category: pick(['', category.slug]),
          replacementSku: pick([...spares, ...imports]).sku,
        },
        specifications: [{ name: 'Length', value: pick(['1', '2']), unit: 'm' }],
      },
    }),
  'delete a tool': async ({ shop, admin, pick, spares }) => {
    const spare = pick(spares)
    spares.splice(spares.indexOf(spare), 1, await addStepTool(shop, 'Spare'))
    await admin.deleteTool({ params: { id: spare._id } })
  },
  'rename a brand': ({ admin, pick }) =>
    admin.renameBrand({ params: { slug: toSlug(pick(brands)) }, body: { name: pick(brands) } }),
  'delete a brand': ({ admin, pick }) => admin.deleteBrand({ params: { slug: toSlug(pick(brands)) } }),
  'add a category': ({ admin }) => admin.addCategory({ body: { name: 'Step' } }),
  'change a category': ({ admin, pick }) =>
    admin.updateCategory({ params: category, body: { name: pick(['Step', 'Ladder']) } }),
  'move a category': ({ admin, pick }) =>
    admin.moveCategory({ params: category, body: { direction: pick(['up', 'down']) } }),
  'delete a category': ({ admin }) => admin.deleteCategory({ params: category }),
  'apply an import': applyImport,
  'undo an import': async ({ shop, admin, imports }) => {
    const { _id } = await admin.undoImport({ params: { id: imports.pop()?.id ?? newId() } })
    await applyChecked(shop, admin, _id)
  },
  'close the account': ({ buyer: { client, email } }) =>
    client.closeAccount({ params: { email }, query: { reviews: 'keep' } }),
  'write a note': ({ admin, accountId: id }) =>
    admin.addAccountNote({ params: { id, noteId: newId() }, body: { text: 'Pays late.' } }),
  block: ({ admin, accountId: id }) => admin.blockAccount({ params: { id }, body: { reason: 'Fraud' } }),
  unblock: ({ admin, accountId: id }) => admin.unblockAccount({ params: { id } }),
  'fill a cart for an admin': subject =>
    subject.admin.putIntoAdminCart({ params: { id: subject.otherAdminId }, body: { lines: toLines(subject) } }),
  'place for an admin': subject =>
    subject.admin.placeOrderForAccount({ params: { id: subject.otherAdminId }, body: { lines: toLines(subject) } }),
  'write a note about an admin': ({ admin, otherAdminId: id }) =>
    admin.addAccountNote({ params: { id, noteId: newId() }, body: { text: 'Orders, too.' } }),
  promote: ({ admin, otherAdmin: { email } }) => admin.promote({ params: { email } }),
  demote: ({ admin, otherAdmin: { email } }) => admin.demote({ params: { email } }),
}

const brands = ['Norvane', 'Step', 'Ladder']
const category = { slug: 'step' }

/** Changes two tools and adds a third. */
async function applyImport({ shop, admin, pick, tools, imports }: StepSubject): Promise<void> {
  const id = newId()
  const sku = `NEW-${id.slice(0, 8)}`
  const rows = [
    'SKU,Name,Price,Minimum,Available,Description,Brand,Category,Specifications,Replacement SKU',
    ...tools.map(tool => `${tool.sku},,,,,"${newId()}",${pick(brands)},${pick(['-', category.slug])},Length: 3 m,`),
    `${sku},Wedge,4,1,0,x,${pick(brands)},,,${tools[0].sku}`,
  ]
  const file = new File([rows.join('\n')], 'steps.csv', { type: 'text/csv' })
  await admin.addImport({ params: { id }, form: { file } })
  await applyChecked(shop, admin, id)
  imports.push({ id, sku })
}

async function applyChecked(shop: StepSubject['shop'], admin: StepSubject['admin'], id: string): Promise<void> {
  await processImports(shop.app.shop)
  const { version } = await admin.getImport({ params: { id } })
  await admin.applyImport({ params: { id }, body: { version } })
  await processImports(shop.app.shop)
}

/** 100,000 pieces, with an SKU that is known. */
export async function addStepTool(shop: TestShop, name: string): Promise<StepTool> {
  const sku = `STEP-${newId().slice(0, 8)}`
  return { ...(await shop.addTool({ name, sku, available: 100_000 })), sku }
}
