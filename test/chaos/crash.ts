import { setTimeout as pause } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import type { Tool } from '#contract/tools.ts'
import { outbox } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { freePort } from '#test/free-port.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { addTool, logInAsAdmin, renewToken, signUp, type Visitor } from './load-client.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { createRandom, isTrueWithin, type Proof } from './proof.ts'
import { continuePurchase, findLost, isUnanswered, newPurchase, type Purchase } from './purchase.ts'
import { runReconcileLater } from './run-reconcile-later.ts'
import { createStorage, type ShopProcess, type ShopStorage, startShop } from './shop-process.ts'

interface CrashState {
  buyers: Visitor[]
  /** Every purchase that a buyer began. */
  begun: Purchase[]
  losses: string[]
}

const stock = 10_000_000
const buyerEmails = [0, 1, 2, 3, 4, 5].map(index => `buyer${index}@example.com`)

/**
 * Kills the server that many times while buyers order, pay and cancel, restarts it each time, and compares the final
 * state with what it has acknowledged.
 */
export async function crash(server: string | undefined, kills: number, seed: number): Promise<Proof> {
  const ground = await createStorage(server)
  const mailbox = await openMailbox()
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' }
  const environment = { ...ground.environment, ...mail, PORT: String(await freePort()) }
  const random = createRandom(seed)
  const scene: CrashState = { buyers: [], begun: [], losses: [] }
  let shop: ShopProcess | undefined
  try {
    shop = await startShop(environment)
    const { origin } = shop
    const admin = await logInAsAdmin(origin)
    const tool = await addTool(admin, { name: 'Anvil', minimum: 1, available: stock })
    scene.buyers = await Promise.all(buyerEmails.map(email => signUp(origin, email)))
    for (let kill = 1; kill <= kills; kill++) {
      await killUnderLoad(shop, tool, scene, random)
      shop = await startShop(environment)
      scene.buyers = await Promise.all(scene.buyers.map(buyer => renewToken(origin, buyer)))
      await repeatUnanswered(origin, tool, scene)
    }
    await shop.end('SIGKILL')
    await ground.inspect(runReconcileLater)
    await deliverMails(environment, ground, mailbox, scene.losses)
    scene.losses.push(...(await ground.inspect(shop => audit(shop, tool, scene, mailbox))))
  } finally {
    await shop?.end('SIGKILL')
    mailbox.close()
    ground.remove()
  }
  return {
    promise: 'what was acknowledged stays, the rest happens once or not at all',
    attack: `kill -9 under load, on ${server ? 'PostgreSQL' : 'PGlite'} (seed ${seed})`,
    tries: `${kills} kills, ${scene.begun.length} orders, ${mailbox.received.length} mails`,
    losses: scene.losses,
  }
}

/** Lets all buyers buy without a pause until the server is killed, up to a second later. */
async function killUnderLoad(shop: ShopProcess, tool: Tool, scene: CrashState, random: () => number): Promise<void> {
  const { buyers, begun, losses } = scene
  let alive = true
  const load = buyers.map(async buyer => {
    while (alive) {
      const purchase = newPurchase(buyer, random)
      begun.push(purchase)
      await continuePurchase(shop.origin, buyer, tool, purchase).catch(error => {
        if (alive) losses.push(`failed before the kill: ${error}`)
      })
    }
  })
  await pause(100 + random() * 900)
  alive = false
  await shop.end('SIGKILL')
  await Promise.all(load)
  losses.push(...errorsOf(shop))
}

/** Repeats the requests without a response, with the same Idempotency-Key. */
async function repeatUnanswered(origin: string, tool: Tool, { buyers, begun, losses }: CrashState): Promise<void> {
  for (const buyer of buyers) {
    const own = begun.filter(purchase => purchase.buyer === buyer.email && isUnanswered(purchase))
    for (const purchase of own)
      await continuePurchase(origin, buyer, tool, purchase).catch(error => losses.push(`failed afterwards: ${error}`))
  }
}

/** Runs the shop until every mail is sent. Mails that a killed process had claimed are made due at once. */
async function deliverMails(
  environment: Record<string, string>,
  ground: ShopStorage,
  mailbox: Mailbox,
  losses: string[],
): Promise<void> {
  const waiting = await ground.inspect(({ db }) =>
    db.update(outbox).set({ dueAt: sql`now()` }).where(isNotNull(outbox.dueAt)).returning({ id: outbox.id }),
  )
  const shop = await startShop(environment)
  const came = () => waiting.every(({ id }) => mailbox.received.includes(id))
  if (!(await isTrueWithin(came, 300))) losses.push('mails that never came')
  if ((await shop.end('SIGTERM')) !== 0) losses.push(`did not stop: ${shop.said.err}`)
  losses.push(...errorsOf(shop))
}

/** Compares the stopped shop with its invariants, the purchases and the mailbox. */
async function audit({ db }: Shop, tool: Tool, { begun }: CrashState, { received }: Mailbox): Promise<string[]> {
  const mails = await db.select().from(outbox)
  const unsent = mails.filter(({ id, sentAt }) => !sentAt || !received.includes(id))
  const pieces = await countPieces(db, tool._id)
  return [
    ...(await findLost(db, begun)),
    ...unsent.map(({ id, kind }) => `not sent: ${id} ${kind}`),
    ...(pieces === stock ? [] : [`${pieces} pieces of ${stock}`]),
    ...(await findViolationsAtRest(db)),
  ]
}

const errorsOf = ({ said }: ShopProcess) => said.err.split('\n').filter(line => line.includes('"level":"error"'))
