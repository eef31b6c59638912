import { query } from '#bench/database.ts'
import { createRequest } from '#bench/requests.ts'
import { type Peer, requireJson, type Shop, sendJson } from './peer.ts'

const version = '2.21.2'
const program = 'node_modules/@medusajs/cli/cli.js'
const admin = { email: 'admin@example.com', password: 'anvil-and-tongs' }
const products = 24
const listed = 15
const sizes = ['S', 'M', 'L']
const address = {
  first_name: 'Bench',
  last_name: 'Buyer',
  address_1: '1 Forge Lane',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'de',
}

/** Medusa without a storefront, whose starter is not a package of npm; the project has the starter's dependencies. */
export const medusa: Peer = {
  id: 'medusa',
  name: `Medusa ${version}`,
  files: {
    'package.json': JSON.stringify({
      name: 'medusa-shop',
      private: true,
      dependencies: {
        '@medusajs/admin-sdk': version,
        '@medusajs/admin-shared': version,
        '@medusajs/caching': version,
        '@medusajs/cli': version,
        '@medusajs/dashboard': version,
        '@medusajs/draft-order': version,
        '@medusajs/framework': version,
        '@medusajs/medusa': version,
        '@tanstack/react-query': '5.64.2',
        'react-i18next': '13.5.0',
        'react-router-dom': '6.30.4',
      },
      devDependencies: {
        '@swc/core': '1.16.22',
        '@types/node': '20.19.0',
        '@types/react': '18.3.2',
        '@types/react-dom': '18.2.25',
        'prop-types': '15.8.1',
        react: '18.3.1',
        'react-dom': '18.3.1',
        'ts-node': '10.9.2',
        typescript: '5.9.3',
        vite: '5.4.21',
      },
    }),
    'medusa-config.js': `const { defineConfig } = require('@medusajs/framework/utils')
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'bench', cookieSecret: 'bench' },
  },
})
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2021',
        module: 'node16',
        moduleResolution: 'node16',
        jsx: 'react-jsx',
        allowJs: true,
        esModuleInterop: true,
        skipLibCheck: true,
        outDir: './.medusa/server',
        rootDir: './',
      },
      include: ['**/*'],
      exclude: ['node_modules', '.medusa'],
    }),
  },
  buildCommands: [
    ['npm', 'install', '--no-audit', '--no-fund'],
    ['node', program, 'build'],
  ],
  builtFolders: ['.medusa'],
  fillCommands: [
    ['node', program, 'db:migrate'],
    ['node', program, 'user', '-e', admin.email, '-p', admin.password],
  ],
  createEnvironment: (port, databaseUrl) => ({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    MEDUSA_DISABLE_TELEMETRY: 'true',
  }),
  programs: [[`../../${program}`, 'start']],
  programFolder: '.medusa/server',
  readyRequest: createRequest('GET', '/health'),
  async fillRunning(shop) {
    await addDemoData(shop)
    return 1
  },
  async createLoads(shop) {
    const { headers, regionId } = await readStore(shop)
    const fields = `region_id=${regionId}&fields=*variants.calculated_price`
    const list = `/store/products?limit=${listed}&${fields}`
    const { products: found } = await requireJson('GET', shop.origin + list, undefined, headers)
    const { id, title } = found[0]
    const product = `/store/products/${id}?${fields}`
    return [
      {
        what: 'product list',
        format: 'JSON',
        products: found.length,
        expected: title,
        requests: [createRequest('GET', list, headers)],
      },
      {
        what: 'one product',
        format: 'JSON',
        products: 1,
        expected: title,
        requests: [createRequest('GET', product, headers)],
      },
    ]
  },
  async prepareOrders(shop, race, stock, buyers) {
    const { headers, regionId } = await readStore(shop)
    const call = await openAdminApi(shop)
    const sku = `BENCH-${race + 1}-S`
    const { inventory_items: items } = await call('GET', `/inventory-items?sku=${sku}&fields=*location_levels`)
    const { location_id: locationId } = items[0].location_levels[0]
    await call('POST', `/inventory-items/${items[0].id}/location-levels/${locationId}`, { stocked_quantity: stock })
    const { variants } = await call('GET', `/product-variants?sku=${sku}`)
    const send = (path: string, body?: object) => requireJson('POST', `${shop.origin}/store${path}`, body, headers)
    const prepare = async (buyer: number) => {
      const { cart } = await send('/carts', {
        region_id: regionId,
        email: `bench${race}-${buyer}@example.com`,
        items: [{ variant_id: variants[0].id, quantity: 1 }],
        shipping_address: address,
        billing_address: address,
      })
      const { shipping_options: options } = await requireJson(
        'GET',
        `${shop.origin}/store/shipping-options?cart_id=${cart.id}`,
        undefined,
        headers,
      )
      await send(`/carts/${cart.id}/shipping-methods`, { option_id: options[0].id })
      const { payment_collection: payment } = await send('/payment-collections', { cart_id: cart.id })
      await send(`/payment-collections/${payment.id}/payment-sessions`, { provider_id: 'pp_system_default' })
      return async () => {
        const path = `${shop.origin}/store/carts/${cart.id}/complete`
        const { status, body } = await sendJson('POST', path, undefined, headers)
        if (status >= 500) return 'failed'
        return body.type === 'order' ? 'sold' : 'refused'
      }
    }
    const orders = []
    for (let buyer = 0; buyer < buyers; buyer++) orders.push(await prepare(buyer))
    return orders
  },
}

async function openAdminApi({ origin }: Shop) {
  const { token } = await requireJson('POST', `${origin}/auth/user/emailpass`, admin)
  return (method: string, path: string, body?: object) =>
    requireJson(method, `${origin}/admin${path}`, body, { authorization: `Bearer ${token}` })
}

async function readStore({ origin, databaseUrl }: Shop) {
  const { rows } = await query<{ token: string }>(
    databaseUrl,
    "select token from api_key where type = 'publishable' limit 1",
  )
  const headers = { 'x-publishable-api-key': rows[0]?.token ?? '' }
  const { regions } = await requireJson('GET', `${origin}/store/regions`, undefined, headers)
  const regionId: string = regions[0].id
  return { headers, regionId }
}

/** A region, a warehouse, a way of shipping, and products of three variants with stock. */
async function addDemoData(shop: Shop): Promise<void> {
  const call = await openAdminApi(shop)
  const { sales_channels: channels } = await call('GET', '/sales-channels')
  const { shipping_profiles: profiles } = await call('GET', '/shipping-profiles')
  const [channelId, profileId] = [channels[0].id, profiles[0].id]
  await call('POST', '/regions', {
    name: 'Europe',
    currency_code: 'eur',
    countries: ['de', 'fr'],
    payment_providers: ['pp_system_default'],
  })
  const { stock_location: location } = await call('POST', '/stock-locations', { name: 'Warehouse' })
  const place = `/stock-locations/${location.id}`
  await call('POST', `${place}/sales-channels`, { add: [channelId] })
  await call('POST', `${place}/fulfillment-providers`, { add: ['manual_manual'] })
  const { stock_location: withSets } = await call('POST', `${place}/fulfillment-sets?fields=*fulfillment_sets`, {
    name: 'Delivery',
    type: 'shipping',
  })
  const zones = `/fulfillment-sets/${withSets.fulfillment_sets[0].id}/service-zones`
  const { fulfillment_set: set } = await call('POST', zones, {
    name: 'Europe',
    geo_zones: ['de', 'fr'].map(country_code => ({ type: 'country', country_code })),
  })
  await call('POST', '/shipping-options', {
    name: 'Standard',
    service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profileId,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Standard', description: 'Two days', code: 'standard' },
    prices: [{ currency_code: 'eur', amount: 10 }],
    rules: [
      { attribute: 'enabled_in_store', operator: 'eq', value: 'true' },
      { attribute: 'is_return', operator: 'eq', value: 'false' },
    ],
  })
  for (let number = 1; number <= products; number++)
    await call('POST', '/products', {
      title: `Bench Hammer ${number}`,
      handle: `bench-hammer-${number}`,
      description: 'A hammer of the bench, with a handle of ash and a head of forged steel.',
      status: 'published',
      shipping_profile_id: profileId,
      sales_channels: [{ id: channelId }],
      options: [{ title: 'Size', values: sizes }],
      variants: sizes.map(size => ({
        title: size,
        sku: `BENCH-${number}-${size}`,
        options: { Size: size },
        manage_inventory: true,
        prices: [{ currency_code: 'eur', amount: 10 + number }],
      })),
    })
  const { inventory_items: items } = await call('GET', '/inventory-items?limit=100')
  for (const { id } of items)
    await call('POST', `/inventory-items/${id}/location-levels`, { location_id: location.id, stocked_quantity: 1000 })
}
