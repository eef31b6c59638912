import { setTimeout as pause } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import { isProcessing } from '#contract/states/import-steps.ts'
import { imports } from '#db/tables/imports.ts'
import { outbox } from '#db/tables/mails.ts'
import { createQueue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import { findFreePort } from '#test/free-port.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { type AttackResult, createRandom, isTrueWithin } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import {
  addImportedTools,
  continueImport,
  createImportRun,
  describeRuns,
  hasReachedGoal,
  type ImportRun,
  isImportAtWork,
  orderedSku,
  uploadImport,
} from './import-run.ts'
import { countImportedPieces, findImportViolations } from './import-violations.ts'
import { addTool, logInAsAdmin, type RemoteAccount, renewToken, signUp } from './load-client.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { continuePurchase, createPurchase, findLost, hasToBeRepeated, type Purchase } from './purchase.ts'
import { createStorage, type ShopProcess, type ShopStorage, startShop } from './shop-process.ts'

interface CrashState {
  admin: RemoteAccount
  buyers: RemoteAccount[]
  purchases: Purchase[]
  runs: ImportRun[]
  violations: string[]
}

const stock = 10_000_000
const buyersAtOnce = 6
/** Then others buy: an address gets at most 60 mails about orders an hour. */
const killsPerBuyer = 4
/** Those whose process was killed wait for its lease of a minute to end. */
const importsAtOnce = 6

/**
 * Kills the server that many times while buyers order, pay and cancel and an admin ships, refunds and imports, restarts
 * it each time, and compares the final state with what it has acknowledged.
 */
export async function crash(serverUrl: string | undefined, kills: number, seed: number): Promise<AttackResult> {
  const storage = await createStorage(serverUrl)
  const mailbox = await openMailbox()
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' }
  const environment = { ...storage.environment, ...mail, PORT: String(await findFreePort()) }
  const random = createRandom(seed)
  const violations: string[] = []
  const purchases: Purchase[] = []
  const runs: ImportRun[] = []
  let shop: ShopProcess | undefined
  try {
    await storage.inspect(({ db }) => addImportedTools(db, kills + 1))
    shop = await startShop(environment)
    const { origin } = shop
    const state: CrashState = { admin: await logInAsAdmin(origin), buyers: [], purchases, runs, violations }
    const tool = await addTool(state.admin, { name: 'Anvil', sku: orderedSku, minimum: 1, available: stock })
    runs.push(createImportRun(1, random))
    for (let kill = 0; kill < kills; kill++) {
      if (kill % killsPerBuyer === 0) state.buyers = await signUpBuyers(shop.origin, kill)
      if (runs.filter(run => !hasReachedGoal(run)).length < importsAtOnce)
        runs.push(createImportRun(runs.length + 1, random))
      await killUnderLoad(shop, tool, state, random)
      shop = await startShop(environment)
      state.buyers = await Promise.all(state.buyers.map(buyer => renewToken(origin, buyer)))
      state.admin = await renewToken(origin, state.admin)
      await repeatInterrupted(origin, tool, state)
    }
    await shop.end('SIGKILL')
    await storage.inspect(backdateAndReconcile)
    await finishInterrupted(environment, storage, mailbox, state)
    violations.push(...(await storage.inspect(shop => findViolationsOf(shop, tool, state, mailbox))))
  } catch (error) {
    violations.push(`stopped by ${error}`, ...(shop ? listErrors(shop) : []))
  } finally {
    await shop?.end('SIGKILL')
    mailbox.close()
    storage.remove()
  }
  return {
    guarantee: 'what was acknowledged persists, the rest happens once or not at all',
    attack: `kill -9 under load, on ${serverUrl ? 'PostgreSQL' : 'PGlite'} (seed ${seed})`,
    extent: `${kills} kills, ${purchases.length} orders, ${mailbox.received.length} mails, ${describeRuns(runs)}`,
    violations,
  }
}

function signUpBuyers(origin: string, kill: number): Promise<RemoteAccount[]> {
  const emails = Array.from({ length: buyersAtOnce }, (_, index) => `buyer${kill}-${index}@example.com`)
  return Promise.all(emails.map(email => signUp(origin, email)))
}

/** Lets all buyers buy and the admin import without a pause until the server is killed, up to a second later. */
async function killUnderLoad(
  shop: ShopProcess,
  tool: AddedTool,
  state: CrashState,
  random: () => number,
): Promise<void> {
  const { admin, buyers, purchases, runs, violations } = state
  let alive = true
  const onFailure = (error: unknown) => {
    if (alive) violations.push(`failed before the kill: ${error}`)
  }
  const uploadInTurn = createQueue({ concurrency: 1 })
  const imports = runs
    .filter(run => !hasReachedGoal(run))
    .map(async run => {
      await uploadInTurn(() => uploadImport(admin, run))
      violations.push(...(await continueImport(admin, run)))
    })
    .map(run => run.catch(onFailure))
  const load = buyers.map(async buyer => {
    while (alive) {
      const purchase = createPurchase(buyer, random)
      purchases.push(purchase)
      await continuePurchase(shop.origin, { buyer, admin }, tool, purchase).catch(onFailure)
    }
  })
  await pause(100 + random() * 900)
  alive = false
  await shop.end('SIGKILL')
  await Promise.all([...load, ...imports])
  for (const run of runs) if (isProcessing(run.reached)) run.interruptions += 1
  violations.push(...listErrors(shop))
}

async function repeatInterrupted(
  origin: string,
  tool: AddedTool,
  { admin, buyers, purchases, violations }: CrashState,
): Promise<void> {
  for (const buyer of buyers) {
    const own = purchases.filter(purchase => purchase.buyer === buyer.email && hasToBeRepeated(purchase))
    for (const purchase of own)
      await continuePurchase(origin, { buyer, admin }, tool, purchase).catch(error =>
        violations.push(`failed afterwards: ${error}`),
      )
  }
}

/**
 * Runs the shop until every mail is sent and no import is at work. What a killed process had claimed is made due at once.
 */
async function finishInterrupted(
  environment: Record<string, string>,
  storage: ShopStorage,
  mailbox: Mailbox,
  { admin, runs, violations }: CrashState,
): Promise<void> {
  const waiting = await storage.inspect(async ({ db }) => {
    await db.update(imports).set({ leasedUntil: null })
    return db.update(outbox).set({ dueAt: sql`now()` }).where(isNotNull(outbox.dueAt)).returning({ id: outbox.id })
  })
  const shop = await startShop(environment)
  const renewed = await renewToken(shop.origin, admin)
  const haveArrived = () => waiting.every(({ id }) => mailbox.received.includes(id))
  if (!(await isTrueWithin(haveArrived, 300))) violations.push('mails that never came')
  for (const run of runs)
    if (!(await isTrueWithin(async () => !(await isImportAtWork(renewed, run)), 60)))
      violations.push(`import ${run.id} was never finished`)
  if ((await shop.end('SIGTERM')) !== 0) violations.push(`did not stop: ${shop.output.err}`)
  violations.push(...listErrors(shop))
}

/** Compares the stopped shop with its invariants, the purchases and the mailbox. */
async function findViolationsOf(
  { db }: Shop,
  tool: AddedTool,
  { purchases, runs }: CrashState,
  { received }: Mailbox,
): Promise<string[]> {
  const mails = await db.select().from(outbox)
  const unsent = mails.filter(({ id, sentAt }) => !sentAt || !received.includes(id))
  const pieces = (await countPieces(db, tool._id)) - (await countImportedPieces(db, tool._id))
  return [
    ...(await findLost(db, purchases)),
    ...(await findImportViolations(db, runs, tool._id)),
    ...unsent.map(({ id, kind }) => `not sent: ${id} ${kind}`),
    ...(pieces === stock ? [] : [`${pieces} pieces of ${stock}`]),
    ...(await findViolationsAtRest(db)),
  ]
}

const listErrors = ({ output }: ShopProcess) => output.err.split('\n').filter(line => line.includes('"level":"error"'))
