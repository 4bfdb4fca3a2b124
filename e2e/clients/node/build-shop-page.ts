import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import webpack from 'webpack'

/** Builds the page of the shop in that folder for production, as its owner would with that bundler. */
const [bundler = '', root = '', outDir = ''] = process.argv.slice(2)

const builds: Readonly<Record<string, () => Promise<void>>> = {
  async vite() {
    await build({
      root,
      configFile: false,
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: true,
        rolldownOptions: { input: join(root, 'page.html') },
      },
    })
  },
  async webpack() {
    const compiler = webpack({
      mode: 'production',
      context: root,
      entry: { main: './page.js' },
      devtool: 'source-map',
      output: { path: outDir, filename: 'static/js/[name].[contenthash:8].js', clean: true },
    })
    const stats = await promisify(compiler.run.bind(compiler))()
    if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString() ?? 'webpack said nothing')
    const script = stats.toJson().assetsByChunkName?.['main']?.find((name) => name.endsWith('.js'))
    const page = await readFile(join(root, 'page.html'), 'utf8')
    await writeFile(join(outDir, 'page.html'), page.replace('./page.js', `/${script}`))
    await promisify(compiler.close.bind(compiler))()
  },
}

const chosen = builds[bundler]
if (chosen === undefined) throw new Error(`no bundler ${bundler}`)
await chosen()
