/** Test files that run in a few processes, on one database. */
export interface Phase {
  name: string
  database: 'newest PostgreSQL' | 'oldest PostgreSQL' | 'PGlite'
  /** Glob patterns of each process: the more a process loads once for many files, the less they cost. */
  processes: readonly (readonly string[])[]
  /** Processes at the same time. */
  concurrency: number
  /** Passwords are hashed as in production; in other phases cheaply. */
  hashesAsInProduction?: true
}

/** `npm test` runs them at the same time, and then the browser. docs/decisions/008-tests-on-both-databases.md tells what runs where, and why. */
export const mainPhases: readonly Phase[] = [
  {
    name: 'code',
    database: 'newest PostgreSQL',
    processes: [
      ['src/shop/{orders,payments,shipments,refunds,returns}/!(order-lifecycle).test.ts'],
      ['src/api/**/!(access-matrix).test.ts'],
      ['src/shop/{catalogue,stock,imports,figures}/*.test.ts'],
      ['src/shop/{accounts,carts,companies,documents,mails,prices,reviews}/*.test.ts', 'src/shop/*.test.ts'],
      ['test/{identity,images}/*.test.ts', 'src/providers/**/!(purger).test.ts'],
      // It replaces the timers of its whole process: a connection whose timer can't be stopped ends while it is used.
      ['src/providers/cdn/purger.test.ts'],
      ['src/{db,jobs}/!(plans).test.ts'],
      ['test/!(capacity).test.ts', 'test/security/!(company-bytes|fuzz|long-texts|slow-clients).test.ts'],
      ['src/{config,contract,dev,http,observability,serving,tables,web}/**/*.test.ts'],
    ],
    concurrency: 3,
  },
  {
    name: 'embedded database',
    database: 'PGlite',
    processes: [
      ['src/api/access-matrix.test.ts'],
      ['src/backup/*.test.ts'],
      ['src/db/*.test.ts', 'src/shop/orders/order-lifecycle.test.ts', 'src/shop/catalogue/locales.test.ts'],
    ],
    concurrency: 1,
  },
  {
    name: 'processes',
    database: 'newest PostgreSQL',
    processes: [['src/server.test.ts'], ['src/cluster.test.ts']],
    concurrency: 1,
    hashesAsInProduction: true,
  },
]

/** `npm run test:all` runs these besides, one after the other. */
export const furtherPhases: readonly Phase[] = [
  {
    name: 'oldest PostgreSQL',
    database: 'oldest PostgreSQL',
    processes: [
      ['src/{backup,db,jobs}/*.test.ts'],
      ['src/shop/{orders,payments,shipments,refunds,returns}/*.test.ts'],
      ['src/shop/{catalogue,stock,imports,figures}/*.test.ts'],
      ['src/shop/{accounts,carts,companies,documents,mails,prices,reviews}/*.test.ts', 'src/shop/*.test.ts'],
    ],
    concurrency: 1,
  },
  {
    name: 'jobs, kills and races on the embedded database',
    database: 'PGlite',
    processes: [
      ['src/jobs/*.test.ts', 'src/shop/figures/agreement.test.ts'],
      ['test/chaos/{crash,payment-boundaries,race}.test.ts'],
    ],
    concurrency: 1,
  },
  {
    name: 'kills, restarts, slow clients, hostile input and scale',
    database: 'newest PostgreSQL',
    processes: [
      ['src/backup/*.test.ts', 'src/shop/orders/order-lifecycle.test.ts'],
      ['test/chaos/{crash,payment-boundaries,lose-rights,race,restart,searches}.test.ts'],
      ['test/security/slow-clients.test.ts'],
      ['test/security/{company-bytes,fuzz,long-texts}.test.ts', 'test/capacity.test.ts'],
      ['src/db/plans.test.ts', 'src/api/access-matrix.test.ts'],
    ],
    concurrency: 1,
  },
]
