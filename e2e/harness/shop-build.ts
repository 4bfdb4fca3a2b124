import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Browser } from 'playwright-core'
import { openFolderOrigin } from './folder-origin.ts'
import type { Installation } from './installation.ts'
import { CLIENTS } from './paths.ts'
import { run } from './run.ts'
import { printedBy, runSentryCli } from './sentry-cli.ts'
import { visit } from './visit.ts'

export interface ShopBuild {
  readonly release: string
  readonly dist: string
  readonly home: string
}

export interface ShopOptions {
  readonly bundler: 'vite' | 'webpack'
  readonly release: string
  /** Code in front of what fails: it moves, and the hash in the name of the file is another one. */
  readonly linesInFront?: number
}

/** A deploy of the shop: its page with the real SDK, built for production, each script with a debug id. */
export async function buildShop(
  home: string,
  { bundler, release, linesInFront = 0 }: ShopOptions,
): Promise<ShopBuild> {
  const root = join(home, release)
  await mkdir(root, { recursive: true })
  await cp(join(CLIENTS, 'vite-shop'), root, { recursive: true })
  await symlink(join(CLIENTS, 'node_modules'), join(root, 'node_modules'))
  const front = Array.from({ length: linesInFront }, (_, n) => `globalThis.front${n} = ${n}\n`).join('')
  for (const file of ['cart.js', 'refund.js'])
    await writeFile(join(root, file), front + (await readFile(join(root, file), 'utf8')))
  const dist = join(root, 'dist')
  const script = join(CLIENTS, 'node/build-shop-page.ts')
  // The test runner's own setting would choose other files of the packages.
  const env = { NODE_ENV: 'production' }
  await printedBy(run(process.execPath, [script, bundler, root, dist], { env }), `the build with ${bundler}`)
  const build = { release, dist, home }
  await sentryCli(build, ['sourcemaps', 'inject', dist])
  return build
}

/** The maps of the build, as the owner of the shop uploads them. */
export async function uploadMaps(build: ShopBuild, hindcast: Installation): Promise<void> {
  const { release, dist } = build
  await sentryCli(build, ['sourcemaps', 'upload', '--release', release, '--wait', dist], hindcast)
}

/** A visitor presses the button and the shop fails; the SDK in its page tells the server. */
export async function crashShop(
  browser: Browser,
  hindcast: Installation,
  build: ShopBuild,
  button: 'Buy' | 'Refund',
): Promise<EventView> {
  const site = await openFolderOrigin(build.dist)
  try {
    const { origin: server, dsn, api } = hindcast
    const config = { dsn, release: build.release }
    return await visit(browser, { url: `${site.url}/page.html`, server, config }, async (there) => {
      await there.page.getByRole('button', { name: button }).click()
      return api.awaitEvent(await there.sentEvent())
    })
  } finally {
    await site.close()
  }
}

async function sentryCli(
  { home }: ShopBuild,
  args: readonly string[],
  hindcast?: Installation,
): Promise<void> {
  await printedBy(runSentryCli(3, { home, ...(hindcast && { hindcast }) }, args), args.join(' '))
}
