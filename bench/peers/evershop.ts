import { query } from '#bench/database.ts'
import { createRequest } from '#bench/requests.ts'
import { createAddress, type Peer, requireJson, sendJson } from './peer.ts'

const program = 'node_modules/@evershop/evershop/dist/bin/evershop.js'
/** The category that has all products of the demo data. */
const category = '/accessories'
/** More than a load sends within a minute at 300 a minute and address, the limit that is built in. */
const addresses = 2048

const address = {
  full_name: 'Bench Buyer',
  address_1: '1 Forge Lane',
  city: 'Los Angeles',
  country: 'US',
  province: 'US-CA',
  postcode: '90001',
  telephone: '5550100',
}

export const evershop: Peer = {
  id: 'evershop',
  name: 'EverShop 2.2.1',
  files: {
    'package.json': JSON.stringify({
      name: 'evershop-shop',
      private: true,
      type: 'module',
      // @evershop/evershop requires concat-stream without declaring it.
      dependencies: { '@evershop/evershop': '2.2.1', 'concat-stream': '2.0.0' },
    }),
    // Cash on delivery, so that orders can be placed without a payment provider.
    'config/default.json': JSON.stringify({ system: { cod: { status: 1 } } }),
  },
  buildCommands: [
    ['npm', 'install', '--no-audit', '--no-fund'],
    ['node', program, 'build'],
  ],
  builtFolders: ['.evershop'],
  fillCommands: [],
  createEnvironment(port, databaseUrl) {
    const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl)
    return {
      PORT: String(port),
      DB_HOST: hostname,
      DB_PORT: databasePort,
      DB_USER: username,
      DB_PASSWORD: 'unused',
      DB_NAME: pathname.slice(1),
    }
  },
  programs: [[program, 'start']],
  readyRequest: createRequest('GET', '/'),
  // The first start creates the tables.
  async fillRunning(_shop, run) {
    await run(['node', program, 'user:create', '-n', 'Admin', '-e', 'admin@example.com', '-p', 'anvil-and-tongs'])
    await run(['node', program, 'seed', '--all'])
    return 2
  },
  async createLoads({ origin, databaseUrl }) {
    const { rows } = await query<{ path: string }>(
      databaseUrl,
      'select request_path as path from url_rewrite where request_path like $1 order by 1',
      [`${category}/%`],
    )
    const product = rows[0]?.path ?? ''
    const { rows: products } = await query<{ name: string }>(databaseUrl, 'select name from product_description')
    const { body: page } = await sendJson('GET', origin + category)
    const listed = products.filter(({ name }) => page.includes(name))
    const createRequests = (path: string) =>
      Array.from({ length: addresses }, (_, index) =>
        createRequest('GET', path, { 'x-forwarded-for': createAddress(index) }),
      )
    return [
      {
        what: 'product list',
        format: 'HTML',
        products: listed.length,
        expected: product,
        requests: createRequests(category),
      },
      { what: 'one product', format: 'HTML', products: 1, expected: product, requests: createRequests(product) },
    ]
  },
  async prepareOrders({ origin, databaseUrl }, race, stock, buyers) {
    const { rows } = await query<{ sku: string; id: number }>(
      databaseUrl,
      'select sku, product_id as id from product order by product_id limit 1 offset $1',
      [race],
    )
    const { sku, id } = rows[0] ?? { sku: '', id: 0 }
    await query(databaseUrl, 'update product set no_shipping_required = true where product_id = $1', [id])
    await query(
      databaseUrl,
      `update product_inventory set qty = $2, manage_stock = true, stock_availability = true
      where product_inventory_product_id = $1`,
      [id, stock],
    )
    const prepare = async (buyer: number) => {
      const headers = { 'x-forwarded-for': createAddress(100_000 + race * 1000 + buyer) }
      const send = (path: string, body: object) => requireJson('POST', `${origin}/api${path}`, body, headers)
      const created = await send('/carts', {
        customer_full_name: 'Bench Buyer',
        customer_email: `bench${race}-${buyer}@example.com`,
        items: [{ sku, qty: 1 }],
      })
      const cart: string = created.data.cartId
      await send(`/carts/${cart}/addresses`, { address, type: 'shipping' })
      await send(`/carts/${cart}/addresses`, { address, type: 'billing' })
      await send(`/carts/${cart}/paymentMethods`, { method_code: 'cod' })
      return async () => {
        const { status } = await sendJson('POST', `${origin}/api/orders`, { cart_id: cart }, headers)
        return status < 300 ? 'sold' : status < 500 ? 'refused' : 'failed'
      }
    }
    const orders = []
    for (let buyer = 0; buyer < buyers; buyer++) orders.push(await prepare(buyer))
    return orders
  },
}
