import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  routeDiscovery: { mode: 'initial' },
  // The names of the server bundle's entries: see vite.config.ts.
  serverBuildFile: '[name].js',
  buildEnd({ reactRouterConfig }) {
    compressFiles(join(reactRouterConfig.buildDirectory, 'client/assets'))
  },
} satisfies Config

/** Puts a brotli form beside each text file of the folder, as small as brotli can make it. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder).filter(name => /\.(js|css|svg)$/.test(name))) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }))
  }
}
