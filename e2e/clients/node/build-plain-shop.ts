import { join } from 'node:path'
import { build } from 'vite'

/** The shop without any plugin of Sentry's. The banner makes two builds differ. */
const [outDir = '', banner = ''] = process.argv.slice(2)

await build({
  root: join(import.meta.dirname, '../vite-shop'),
  configFile: false,
  build: {
    outDir,
    emptyOutDir: true,
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { banner: `/*! ${outDir.split('/').at(-1)} ${banner} */` } },
  },
})
