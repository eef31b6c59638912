import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { openTestDatabase } from './databases.ts'
import { openShop, openShopWithPages, openShopWithTwoAdmins, type TestShop } from './open-shop.ts'
import { findViolationsAtRest } from './shop-invariants.ts'

/** A shop for the tests of a file or suite, with the arguments of `openShop`. */
export function prepareShop(...options: Parameters<typeof openShop>): TestShop {
  const shop = prepare(() => openShop(...options))
  after(() => shop.app.close())
  return shop
}

/** A shop whose orders, stock and money must have no contradictions once the tests are over. */
export function prepareCheckedShop(...options: Parameters<typeof openShop>): TestShop {
  const shop = prepare(() => openShop(...options))
  after(async () => {
    try {
      assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
    } finally {
      await shop.app.close()
    }
  })
  return shop
}

export function prepareShopWithPages(...options: Parameters<typeof openShopWithPages>): TestShop {
  const shop = prepare(() => openShopWithPages(...options))
  after(() => shop.app.close())
  return shop
}

export function prepareShopWithTwoAdmins() {
  const opened = prepare(openShopWithTwoAdmins)
  after(() => opened.shop.app.close())
  return {
    shop: prepare(async () => opened.shop),
    ada: prepare(async () => opened.ada),
    zoe: prepare(async () => opened.zoe),
  }
}

/** Two processes of one shop: the environment of `other` differs by `changes`. */
export function prepareTwoProcesses(environment: Record<string, string> = {}, changes: Record<string, string> = {}) {
  const database = prepare(() => openTestDatabase())
  const openProcess = (changed = {}) =>
    prepare(() => openShop({ ...environment, ...changed }, { database: { ...database, close: async () => {} } }))
  const [shop, other] = [openProcess(), openProcess(changes)]
  after(async () => {
    await shop.app.close()
    await other.app.close()
    await database.close()
  })
  return { shop, other, database }
}

/** One at a time: the test runner starts the hooks of a file together, and an account needs its shop. */
let turn: Promise<unknown> = Promise.resolve()

/** Stands for an object that is created before the tests, such as an account of the shop. */
export function prepare<Created extends object>(create: () => Promise<Created>): Created {
  let created: Created | undefined
  before(async () => {
    const creating = turn.then(create)
    turn = creating.catch(() => {})
    created = await creating
  })
  const find = () => created ?? assert.fail('used before the tests')
  return new Proxy({} as Created, {
    get: (_, name) => Reflect.get(find(), name),
    has: (_, name) => Reflect.has(find(), name),
    ownKeys: () => Reflect.ownKeys(find()),
    getOwnPropertyDescriptor(_, name) {
      const descriptor = Reflect.getOwnPropertyDescriptor(find(), name)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
}

/** Runs before the tests, after what is prepared above it. */
export function setUp(act: () => Promise<void>): void {
  prepare(async () => {
    await act()
    return {}
  })
}
