// Halves the start of a test file: to find the format of each of its 109 modules, Node 24 parses drizzle-orm's
// package.json of 179 kB anew. Loaded by `--import`.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (!parentURL.includes('/node_modules/drizzle-orm/') || !/^\..*\.js$/.test(specifier))
      return nextResolve(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
