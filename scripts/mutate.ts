// Mutation testing: changes the code in one place at a time and tells which changes no test notices.
//   npm run mutate                    all groups, some hours on two cores
//   npm run mutate -- payments stock  some of them
// npx downloads StrykerJS, which is too large to be a dependency. The reports are written to mutation-report/.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '#test/cheap-hashing-hook.ts'
import { environmentNames } from '#test/databases.ts'
import { fillDemoShop } from '#test/open-shop.ts'
import { startPostgres } from '#test/postgres.ts'

const version = '10.0.0'

interface Group {
  mutate: readonly string[]
  tests: readonly string[]
}

const groups: Readonly<Record<string, Group>> = {
  payments: {
    mutate: [
      'src/shop/{payments,refunds}/!(*.test).ts',
      'src/shop/orders/confirm-order.ts',
      'src/api/webhooks.ts',
      'src/providers/payments/{stripe,stripe-objects}.ts',
      'src/jobs/{reconcile-payments,settle-refunds}.ts',
    ],
    tests: [
      'src/shop/{payments,refunds}/*.test.ts',
      'src/shop/orders/{confirm-order,order-concurrency}.test.ts',
      'src/shop/mails/mails.test.ts',
      'src/api/webhooks.test.ts',
      'src/providers/payments/*.test.ts',
      'src/jobs/{reconcile-payments,settle-refunds}.test.ts',
    ],
  },
  orders: {
    mutate: [
      'src/shop/orders/!(confirm-order|*.test).ts',
      'src/shop/{shipments,returns}/!(*.test).ts',
      'src/jobs/expire-orders.ts',
    ],
    tests: [
      'src/shop/{orders,payments,shipments,refunds,returns}/*.test.ts',
      'src/shop/accounts/{admin,personal-data}.test.ts',
      'src/shop/{bulk-actions,mails/mails,pagination}.test.ts',
      'src/api/exports/exports.test.ts',
      'src/jobs/expire-orders.test.ts',
    ],
  },
  stock: {
    mutate: ['src/shop/catalogue/{tools,change-tools,tool-parts}.ts', 'src/shop/stock/!(*.test).ts'],
    tests: [
      'src/shop/{catalogue,stock}/*.test.ts',
      'src/shop/accounts/admin.test.ts',
      'src/shop/{orders/confirm-order,refunds/refunds,returns/returns}.test.ts',
      'src/shop/audit-log.test.ts',
      'src/jobs/check-stock.test.ts',
    ],
  },
  access: {
    mutate: ['src/api/{authentication,calls,handlers/{handlers,admin-handlers}}.ts'],
    tests: [
      'src/api/{authentication,handlers/handlers,access-matrix,secret-rotation}.test.ts',
      'src/api/rate-limiter.test.ts',
      'src/shop/payments/payments.test.ts',
      'test/identity/two-factor.test.ts',
    ],
  },
  accounts: {
    mutate: ['src/shop/accounts/!(demo-accounts|*.test).ts'],
    tests: [
      'src/shop/accounts/*.test.ts',
      'src/shop/reviews/profiles-and-reviews.test.ts',
      'src/shop/carts/admin-carts.test.ts',
      'src/shop/pagination.test.ts',
      'src/api/authentication.test.ts',
      'test/identity/{sign-in,two-factor}.test.ts',
    ],
  },
  identity: {
    mutate: ['src/providers/identity/!(*.test).ts'],
    tests: ['src/providers/identity/**/*.test.ts', 'test/identity/*.test.ts', 'src/api/secret-rotation.test.ts'],
  },
  limits: {
    mutate: ['src/api/{auth-routes,rate-limiter,upload-budget}.ts', 'src/shop/{queue,rate-limit-store}.ts'],
    tests: [
      'src/api/{rate-limiter,upload-budget}.test.ts',
      'src/shop/queue.test.ts',
      'test/identity/{calls,two-factor}.test.ts',
    ],
  },
  rules: {
    mutate: [
      'src/contract/{text,pricing/{company-prices,credits,money,prices,quantity,totals}}.ts',
      'src/contract/schemas/{fields,orders,tools,reviews,accounts}.ts',
    ],
    tests: [
      'src/contract/**/*.test.ts',
      'src/shop/orders/{place-order,order-details,order-lines}.test.ts',
      'src/shop/refunds/refunds.test.ts',
      'src/shop/catalogue/{tools,catalogue-parts}.test.ts',
      'src/shop/reviews/*.test.ts',
      'src/shop/documents/documents.test.ts',
    ],
  },
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !groups[name])
if (unknown.length > 0) throw new Error(`There are ${Object.keys(groups).join(', ')}; not ${unknown.join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'ironmonger-mutants-'))
// PostgreSQL, which runs as another user, has its data below.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
const server = await startPostgres(18)
try {
  await fillDemoShop(server.url)
  for (const [name, group] of Object.entries(groups))
    if (chosen.length === 0 || chosen.includes(name)) process.exitCode ||= await runStryker(name, group)
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function runStryker(name: string, { mutate, tests }: Group): Promise<number> {
  const config = join(folder, `${name}.json`)
  const hooks = ['#test/drizzle-format-hook.ts', '#test/cheap-hashing-hook.ts'].map(
    specifier => `--import=${import.meta.resolve(specifier)}`,
  )
  writeFileSync(
    config,
    JSON.stringify({
      plugins: ['@stryker-mutator/tap-runner'],
      testRunner: 'tap',
      // Tests run without a compiler; StrykerJS would rewrite the file by one.
      tsconfigFile: 'none',
      tap: {
        testFiles: tests,
        nodeArgs: ['--test-reporter=tap', ...hooks, '-r', '{{hookFile}}', '{{testFile}}'],
      },
      mutate,
      coverageAnalysis: 'perTest',
      concurrency: 2,
      timeoutMS: 60_000,
      reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
      clearTextReporter: { allowColor: false, logTests: false },
      htmlReporter: { fileName: `mutation-report/${name}.html` },
      jsonReporter: { fileName: `mutation-report/${name}.json` },
      tempDirName: join(folder, 'sandbox'),
      ignorePatterns: ['build', 'data', 'public', 'mutation-report', 'test-results'],
      allowEmpty: false,
      thresholds: { high: 95, low: 90, break: 90 },
    }),
  )
  const command = process.env.STRYKER ?? 'npx'
  const packages = ['core', 'tap-runner'].map(each => `--package=@stryker-mutator/${each}@${version}`)
  const args = command === 'npx' ? ['--yes', ...packages, 'stryker'] : []
  const child = spawn(command, [...args, 'run', config], {
    stdio: 'inherit',
    env: { ...process.env, [environmentNames.postgres]: server.url },
  })
  const [code] = await once(child, 'exit')
  return Number(code ?? 1)
}
