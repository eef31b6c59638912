import { query } from '#bench/database.ts'
import type { LoadRequest } from '#bench/load-generator.ts'
import { createRequest } from '#bench/requests.ts'
import { type Peer, requireJson, sendJson } from './peer.ts'

const version = '3.7.3'
const listed = 15

const listQuery = `{
  search(input: { take: ${listed}, groupByProduct: true }) {
    totalItems
    items {
      productId productName slug currencyCode inStock
      priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } }
      productAsset { id preview }
    }
  }
}`

const productQuery = `{
  product(slug: "laptop") {
    id name slug description
    featuredAsset { id preview }
    assets { id preview }
    optionGroups { name options { code name } }
    collections { id slug name }
    variants { id name sku priceWithTax currencyCode stockLevel options { code name } }
  }
}`

/**
 * Vendure without a storefront, whose starters are not packages of npm. The project has the dependencies and programs
 * of its project generator, which starts PostgreSQL in Docker only; data is the generator's.
 */
export const vendure: Peer = {
  id: 'vendure',
  name: `Vendure ${version}`,
  files: {
    'package.json': JSON.stringify({
      name: 'vendure-shop',
      private: true,
      scripts: { build: 'vendure build all' },
      dependencies: {
        '@vendure/asset-server-plugin': version,
        '@vendure/core': version,
        '@vendure/dashboard': version,
        '@vendure/email-plugin': version,
        '@vendure/graphiql-plugin': version,
        dotenv: '17.2.3',
        pg: '8.16.3',
      },
      devDependencies: { '@vendure/cli': version, 'ts-node': '10.9.2', typescript: '5.8.2', vite: '7.3.1' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2019',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        esModuleInterop: true,
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
        strict: true,
        skipLibCheck: true,
        outDir: './dist',
      },
      include: ['src/**/*.ts'],
      exclude: ['node_modules', 'src/gql/*'],
    }),
    'vite.config.mts': `import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vendureDashboardPlugin } from '@vendure/dashboard/vite'
import { defineConfig } from 'vite'
export default defineConfig({
  base: '/dashboard',
  build: { outDir: join(__dirname, 'dist/dashboard') },
  plugins: [
    vendureDashboardPlugin({
      vendureConfigPath: pathToFileURL('./src/vendure-config.ts'),
      api: { host: 'auto', port: 'auto' },
      gqlOutputPath: './src/gql',
    }),
  ],
})
`,
    'src/index.ts': `import { bootstrap, runMigrations } from '@vendure/core'
import { config } from './vendure-config'
runMigrations(config).then(() => bootstrap(config))
`,
    'src/index-worker.ts': `import { bootstrapWorker } from '@vendure/core'
import { config } from './vendure-config'
bootstrapWorker(config).then(worker => worker.startJobQueue())
`,
    'src/vendure-config.ts': `import path from 'node:path'
import { AssetServerPlugin } from '@vendure/asset-server-plugin'
import {
  DefaultJobQueuePlugin, DefaultSchedulerPlugin, DefaultSearchPlugin, dummyPaymentHandler, VendureConfig,
} from '@vendure/core'
import { DashboardPlugin } from '@vendure/dashboard/plugin'
import { defaultEmailHandlers, EmailPlugin, FileBasedTemplateLoader } from '@vendure/email-plugin'
import { GraphiqlPlugin } from '@vendure/graphiql-plugin'

const folder = path.join(__dirname, '..')

export const config: VendureConfig = {
  apiOptions: { port: Number(process.env.PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'admin', password: 'anvil-and-tongs' },
    cookieOptions: { secret: 'a secret of forty characters for a bench' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    url: process.env.DATABASE_URL,
    synchronize: process.env.CREATE_TABLES === 'on',
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    GraphiqlPlugin.init(),
    AssetServerPlugin.init({ route: 'assets', assetUploadDir: path.join(folder, 'static/assets') }),
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
    EmailPlugin.init({
      devMode: true,
      route: 'mailbox',
      outputPath: path.join(folder, 'static/email/test-emails'),
      handlers: defaultEmailHandlers,
      templateLoader: new FileBasedTemplateLoader(path.join(folder, 'node_modules/@vendure/email-plugin/templates')),
    }),
    DashboardPlugin.init({ route: 'dashboard', appDir: path.join(__dirname, 'dashboard') }),
  ],
}
`,
    'populate.cjs': `const path = require('node:path')
const { bootstrap, JobQueueService } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { config } = require('./dist/vendure-config.js')
const data = path.join(__dirname, 'data/node_modules/@vendure/create/assets')
async function start() {
  const importExportOptions = { importAssetsDir: path.join(data, 'images') }
  const app = await bootstrap({ ...config, importExportOptions })
  await app.get(JobQueueService).start()
  return app
}
populate(start, path.join(data, 'initial-data.json'), path.join(data, 'products.csv')).then(
  // The search index is filled by jobs.
  app => setTimeout(() => app.close().then(() => process.exit(0)), 3000),
  error => {
    console.error(error)
    process.exit(1)
  },
)
`,
    'data/package.json': JSON.stringify({ private: true, dependencies: { '@vendure/create': version } }),
  },
  buildCommands: [
    ['npm', 'install', '--no-audit', '--no-fund'],
    ['npm', 'install', '--no-audit', '--no-fund', '--prefix', 'data'],
    ['npm', 'run', 'build'],
  ],
  builtFolders: ['dist'],
  fillCommands: [['env', 'CREATE_TABLES=on', 'node', 'populate.cjs']],
  createEnvironment: (port, databaseUrl) => ({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
  }),
  programs: [['dist/index.js'], ['dist/index-worker.js']],
  readyRequest: createRequest('GET', '/health'),
  async createLoads({ origin }) {
    const { data } = await requireJson('POST', `${origin}/shop-api`, { query: listQuery })
    return [
      {
        what: 'product list',
        format: 'JSON',
        products: data.search.items.length,
        expected: '"productName"',
        requests: [createQuery(listQuery)],
      },
      {
        what: 'one product',
        format: 'JSON',
        products: 1,
        expected: '"priceWithTax"',
        requests: [createQuery(productQuery)],
      },
    ]
  },
  async prepareOrders({ origin, databaseUrl }, race, stock, buyers) {
    const variant = race + 1
    await query(databaseUrl, `update product_variant set "trackInventory" = 'TRUE' where id = $1`, [variant])
    await query(
      databaseUrl,
      `update stock_level set "stockOnHand" = $2, "stockAllocated" = 0 where "productVariantId" = $1`,
      [variant, stock],
    )
    const prepare = async (buyer: number) => {
      let token = ''
      const send = async (text: string) => {
        const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
        const { headers, body } = await sendJson('POST', `${origin}/shop-api`, { query: text }, authorization)
        token = headers.get('vendure-auth-token') ?? token
        return body
      }
      const mutate = async (text: string) => {
        const { data } = await send(`mutation { result: ${text} { __typename ... on ErrorResult { message } } }`)
        if (data.result.__typename !== 'Order') throw new Error(`${text}: ${data.result.message}`)
      }
      await mutate(`addItemToOrder(productVariantId: "${variant}", quantity: 1)`)
      const email = `bench${race}-${buyer}@example.com`
      await mutate(`setCustomerForOrder(input: { firstName: "Bench", lastName: "Buyer", emailAddress: "${email}" })`)
      await mutate(
        'setOrderShippingAddress(input: { streetLine1: "1 Forge Lane", city: "London", postalCode: "N1", countryCode: "GB" })',
      )
      const { data } = await send('{ eligibleShippingMethods { id } }')
      await mutate(`setOrderShippingMethod(shippingMethodId: ["${data.eligibleShippingMethods[0].id}"])`)
      return async () => {
        // Stock is checked at this transition, and allocated by the payment.
        const transition = await send(
          'mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ... on Order { state } } }',
        )
        if (transition.errors) return 'failed'
        if (transition.data.transitionOrderToState.__typename !== 'Order') return 'refused'
        const { errors, data } = await send(
          `mutation { addPaymentToOrder(input: { method: "standard-payment", metadata: {} }) {
            __typename ... on Order { state } } }`,
        )
        if (errors) return 'failed'
        return data.addPaymentToOrder.__typename === 'Order' ? 'sold' : 'refused'
      }
    }
    const orders = []
    for (let buyer = 0; buyer < buyers; buyer++) orders.push(await prepare(buyer))
    return orders
  },
}

const createQuery = (text: string): LoadRequest => createRequest('POST', '/shop-api', {}, { query: text })
