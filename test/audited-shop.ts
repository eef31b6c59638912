import assert from 'node:assert/strict'
import type { InputOf } from '#contract/client.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { buildOrderInput, openShopWithTwoAdmins, type TestAccount } from './open-shop.ts'
import { payOrder } from './orders.ts'

export const mallet = {
  name: 'Mallet',
  image: '/images/claw-hammer-800.webp',
  price: 12,
  available: 40,
  minimum: 10,
  description: 'A mallet.',
}

export async function openAuditedShop() {
  const { shop, ada, zoe } = await openShopWithTwoAdmins()
  const { db } = shop.app.shop

  /** The rows that the work adds to the audit log, oldest first. */
  async function listNewRecords(work: () => Promise<unknown>) {
    const known = await db.$count(adminActions)
    await work()
    const rows = await db.select().from(adminActions).orderBy(adminActions.id).offset(known)
    return rows.map(({ id, createdAt, actorId, targetId, ...row }) => row)
  }

  async function addMallet(changes: Partial<InputOf<'addTool'>['body']> = {}) {
    return (await ada.client.addTool({ body: { ...mallet, ...changes } })).insertedId
  }

  async function placeOrder(buyer: TestAccount) {
    await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
    const [order] = await buyer.client.listOrders({})
    return order ?? assert.fail('no order')
  }

  async function placePaidOrder(buyer: TestAccount) {
    const { _id: orderId } = await placeOrder(buyer)
    await payOrder({ shop, buyer }, orderId)
    return orderId
  }

  return { shop, ada, zoe, listNewRecords, addMallet, placeOrder, placePaidOrder }
}
