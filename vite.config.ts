import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { externalPackages } from './scripts/external-packages.ts'

// What every page needs comes in two files: the libraries, and the parts that pages share. What the sign-in forms share is
// in another, as are the parts of forms that upload. The identity provider's client (`web/identity/identity-client.ts`) is
// loaded at sign-in, sign-out and renewal of the token.
const groups = [
  { name: 'libraries', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
  {
    name: 'shared',
    test: /src\/(contract\/(client|endpoint|format-number|limits|operations|pricing\/(currencies|money|quantity)|refusal)|web\/(chunk-errors|layout\/(?!suggested-tools)|prices\/(customer-view\.ts|list-price|own-prices)|session|ui\/(?!forms\/field)|seo\/meta))/,
  },
  { name: 'forms', test: /src\/web\/ui\/forms\/field/ },
  { name: 'files', test: /src\/web\/files\/(chosen-files|upload-image)/ },
  { name: 'areas', test: /src\/(contract\/states\/admin-areas|web\/(admin\/admin-status|dashboard\/areas))/ },
  { name: 'sign-in', test: /src\/web\/(sign-in\/forms|same-origin-path)/ },
]

const leaving = join(import.meta.dirname, 'src/web/rendering/leaving.ts')

interface Manifest {
  browserslist: string[]
  devDependencies: Record<string, string>
}

const { browserslist, devDependencies }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** The bill of materials leaves out the packages that only serve development. */
function checkBundledPackages(moduleIds: Iterable<string>): void {
  for (const id of moduleIds) {
    const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id) ?? []
    if (Object.hasOwn(devDependencies, name)) throw new Error(`${name} is bundled: it belongs to "dependencies".`)
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    {
      name: 'check-packages',
      generateBundle() {
        checkBundledPackages(this.getModuleIds())
      },
    },
    {
      name: 'copy-data',
      closeBundle() {
        cpSync('src/db/migrations', 'build/server/migrations', { recursive: true })
        for (const file of ['tools.csv', 'further-tools.csv']) cpSync(`src/dev/seed/${file}`, `build/server/${file}`)
      },
    },
  ],
  build: { assetsInlineLimit: 0, target: browserslist.map(browser => browser.replace(' >= ', '')) },
  environments: {
    // Server, pages and their libraries in one bundle, for start and memory: docs/decisions/016-server-bundle.md.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true, external: [...externalPackages] },
            define: { 'process.env.NODE_ENV': '"production"' },
            build: {
              target: 'node24',
              rolldownOptions: {
                // `app` and `react-router-build` are chunks of `server`; tests import them.
                input: {
                  server: 'src/server.ts',
                  app: 'src/app.ts',
                  'react-router-build': 'virtual:react-router/server-build',
                  backup: 'scripts/backup.ts',
                  'file-reader': 'src/shop/imports/file-reader.ts',
                },
                output: { chunkFileNames: '[name]-[hash].js' },
              },
            },
          }
        : {},
    client: {
      build: {
        rolldownOptions: {
          // React Router reloads the page when a module fails to load, which would cancel a navigation to another one.
          transform: { inject: { 'window.location.reload': [leaving, 'reloadUnlessLeaving'] } },
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
}))
