import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// What every page needs comes in two files, not twenty: the libraries, and the parts that pages share. The identity
// provider's client stays apart, since it is loaded only when somebody signs in or out.
const groups = [
  { name: 'libraries', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
  { name: 'shared', test: /src\/(contract|web\/(account\/(?!identity)|frame|loading|ui|meta))/ },
]

const production = { 'process.env.NODE_ENV': '"production"' }

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  environments: {
    // In one file, like the server itself, and without React's other half, for development.
    ssr: command === 'build' ? { resolve: { noExternal: true }, define: production } : {},
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
}))
