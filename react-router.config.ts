import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  routeDiscovery: { mode: 'initial' },
  // The names of the server bundle's entries: see vite.config.ts.
  serverBuildFile: '[name].js',
  buildEnd({ reactRouterConfig }) {
    compressFiles(join(reactRouterConfig.buildDirectory, 'client'))
  },
} satisfies Config

/** Puts compressed forms beside each text file of the folder, as small as they can be. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.(js|css|svg)$/.test(name),
  )) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
  }
}
