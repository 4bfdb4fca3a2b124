import { parseArgs } from 'node:util'
import { bringExample } from '../../e2e/harness/client-packages.ts'
import { findChromium } from '../../e2e/harness/chromium.ts'
import { openBrowser, sendCrowd, type Seen } from './crowd.ts'
import { findings } from './findings.ts'
import { startHindcast, uploadRoutes, type Demo } from './hindcast.ts'
import { claimPort } from './processes.ts'
import { buildPackages, buildShop, startShop, type Shop } from './shop.ts'
import { addresses, step } from './terminal.ts'

/**
 * `npm run demo`: Hindcast and the shop of examples/next-shop side by side, after a crowd has been there.
 * `--port N` and `--shop-port N` choose ports; otherwise free ones are used.
 */
const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

let starting: Promise<Demo> | undefined
let shop: Shop | undefined

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, 'shop-port': { type: 'string' } } })
  const port = await claimPort(Number(values.port ?? 0), '--port')
  const shopPort = await claimPort(Number(values['shop-port'] ?? 0), '--shop-port')
  console.log('The demo takes about two minutes the first time. Ctrl-C stops it.\n')

  // It builds its pages at its first start, while the shop is installed.
  starting = startHindcast(port)
  const running = starting
  running.catch(() => undefined)
  await step('Installing the shop', () => bringExample(() => undefined))
  await step('Building @hindcast/next and @hindcast/browser', buildPackages)
  const demo = await step('Starting Hindcast', () => running)
  const { reporting, account } = demo
  signal.throwIfAborted()
  await step('Building the shop, and uploading its source maps', () => buildShop(reporting, { signal }))
  await step('Uploading its routes', () => uploadRoutes(reporting, signal))
  shop = await step('Starting the shop', () => startShop(shopPort, reporting))
  const { number } = await visits(shop.url)
  const found = await findings(reporting, number, signal)
  signal.throwIfAborted()
  console.log(`
The shop
${addresses([
  ['Look around', shop.url],
  ['Break it', `${shop.url}/break`],
])}

Hindcast: sign in as ${account.email} with the password “${account.password}”
${addresses(found)}

Ctrl-C stops both and removes their data.`)
  await untilStopped(shop, demo)
}

async function visits(url: string): Promise<Seen> {
  const executable = await findChromium()
  if (executable === undefined) {
    console.log('! There is no Chromium here, so no crowd comes. Be the first visitor.')
    return { number: undefined }
  }
  const notes: string[] = []
  const seen = await step('Sending a crowd of visitors', async () => {
    const browser = await openBrowser(executable)
    const close = () => void browser.close()
    signal.addEventListener('abort', close)
    try {
      return await sendCrowd(browser, url, signal, (line) => notes.push(line))
    } finally {
      signal.removeEventListener('abort', close)
      await browser.close()
    }
  })
  for (const note of notes) console.log(`! ${note}`)
  return seen
}

/** Until Ctrl-C; a server that ends by itself ends the demo. */
function untilStopped(shop: Shop, { server }: Demo): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
    const ended = (what: string) => () => {
      if (!signal.aborted) reject(new Error(`${what} ended by itself`))
    }
    shop.child.once('exit', ended('the shop'))
    if (!server.running()) ended('Hindcast')()
  })
}

try {
  await run()
} catch (error) {
  if (!signal.aborted) {
    console.error(`\n${(error as Error).message}`)
    process.exitCode = 1
  }
} finally {
  shop?.stop()
  const demo = await starting?.catch(() => undefined)
  await demo?.close()
  if (signal.aborted) console.log('\nStopped.')
}
