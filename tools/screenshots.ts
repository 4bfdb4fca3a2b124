import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { bringChromium } from '../e2e/harness/chromium.ts'

/** Takes the README's screenshots from a running server with sample data. */
const ROOT = resolve(import.meta.dirname, '..')
const HINDCAST = join(ROOT, 'packages/server/bin/hindcast.js')
const IMAGES = join(ROOT, 'docs/images')
const OWNER = { email: 'ada@example.com', password: 'a few words here' }

const data = mkdtempSync(join(tmpdir(), 'hindcast-pictures-'))
const hindcast = (...args: string[]) => execFileSync(process.execPath, [HINDCAST, ...args, '--data', data])
hindcast(
  'init',
  '--email',
  OWNER.email,
  '--password',
  OWNER.password,
  '--project',
  'Web shop',
  '--platform',
  'javascript-react',
)
hindcast('seed', 'busy-shop')

const server = spawn(process.execPath, [HINDCAST, 'start', '--port', '0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const origin = await new Promise<string>((found) => {
  server.stdout.on('data', (text: Buffer) => {
    const address = /listening on (\S+)/.exec(text.toString())?.[1]
    if (address !== undefined) found(address)
  })
})
const browser = await chromium.launch({
  executablePath: await bringChromium((line) => console.log(line)),
  args: ['--no-sandbox'],
})
const waiting = async () => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^hindcast_spool_waiting_bytes (\d+)/m.exec(text)?.[1])
}
while ((await waiting()) > 0) await sleep(200)
mkdirSync(IMAGES, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const take = (name: string) => page.screenshot({ path: join(IMAGES, `${name}-${colorScheme}.png`) })
  await page.goto(`${origin}/sign-in?next=/projects/web-shop/issues`)
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const crash = page.getByRole('row').filter({ hasText: "reading 'price'" })
  await crash.waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await take('stream')
  await crash.getByRole('link').click()
  await page.locator('#stack').waitFor()
  await page.getByText('This event:').waitFor()
  await page
    .getByText(/\d% here/)
    .first()
    .waitFor()
  await take('issue')
  await page.goto(`${origin}/projects/web-shop/connect`)
  await page.getByRole('button', { name: 'Send test error' }).click()
  await page.getByRole('link', { name: 'Visible: open the issue' }).waitFor()
  await take('connect')
  await page.goto(`${origin}/projects/web-shop/routes/one?route=${encodeURIComponent('/[locale]/cart')}`)
  await page.locator('canvas').first().waitFor()
  await page.getByText('Largest element').waitFor()
  await take('route')
  await page.close()
}
await browser.close()
server.kill('SIGTERM')
await new Promise((ended) => server.once('exit', ended))
rmSync(data, { recursive: true, force: true })
