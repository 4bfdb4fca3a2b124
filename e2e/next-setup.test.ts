import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths, expectAccessibleInBothThemes } from './harness/axe.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'

/** What a real application sent: `A` with the stock SDK, `C` with digests. */
async function recorded(name: string): Promise<object> {
  const file = new URL(`../fixtures/next/sides/${name}-event.json`, import.meta.url)
  const { items } = JSON.parse(await readFile(file, 'utf8')) as { items: [{ payload: object }] }
  const { event_id: _id, timestamp: _time, ...payload } = items[0].payload as Record<string, unknown>
  return payload
}

let hindcast: Installation
let app: App
let page: Page
let address: string

async function send(name: string): Promise<void> {
  const { eventId } = await sendEvent(hindcast.dsn, await recorded(name))
  await hindcast.api.awaitEvent(eventId)
}

onStage(async (stage) => {
  ;({ hindcast } = stage)
  app = await openApp(stage.browser, hindcast.origin, { permissions: ['clipboard-read', 'clipboard-write'] })
  ;({ page } = app)
  address = `/projects/${hindcast.init.project}/overview`
  // A server that reports nothing, and pages that report without digests and traces.
  for (let visitor = 0; visitor < 3; visitor += 1) await send('0176-A-action-bare-client')
  return app
})

const problem = (text: string | RegExp) =>
  page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'Setup' }) })
    .getByRole('listitem')
    .filter({ hasText: text })
const SERVER = 'no error of the server itself is stored'
const DIGESTS = '3 of the latest 3 events about server errors have no digest'
const TRACES = 'Errors arrived in the last 7 days, but no traces'
const copied = () => page.evaluate(() => navigator.clipboard.readText())

describe('the setup of an application of Next.js, by its traffic', () => {
  it('[UI320] says what is missing and what to do, with the lines to copy', async () => {
    await app.open(address)
    for (const text of [SERVER, DIGESTS, TRACES])
      await problem(text).getByText('Show the lines to add').click()
    await problem(SERVER).getByText('Export onRequestError').waitFor()
    await problem(SERVER).getByRole('button', { name: 'Copy instrumentation.js' }).click()
    await expect
      .poll(copied)
      .toBe(
        "import * as Sentry from '@sentry/nextjs'\n\nexport const onRequestError = Sentry.captureRequestError\n",
      )
    await problem(DIGESTS).getByRole('button', { name: 'Copy install command' }).click()
    await expect.poll(copied).toBe('npm i @hindcast/next')
    await problem(DIGESTS).getByRole('button', { name: 'Copy instrumentation-client.js' }).click()
    await expect.poll(copied).toContain('integrations: [digestIntegration()]')
    await problem(TRACES).getByText('tracesSampleRate: 0.1').waitFor()
    await expectAccessibleAtBothWidths(page, 'the setup of Next.js')
    await expectAccessibleInBothThemes(page, 'the setup of Next.js')
  })

  it('[UI320] says it in German', async () => {
    await app.open(`/de${address}`)
    await page.getByText('vom Server selbst ist kein Fehler gespeichert').waitFor()
    await page.getByText('3 der neuesten 3 Events zu Serverfehlern haben keinen Digest').waitFor()
    await page.getByText('kamen Fehler an, aber keine Traces').waitFor()
  })

  it('[UI320] leads to the whole setup of Next.js', async () => {
    await app.open(address)
    await problem(SERVER).getByRole('link', { name: 'See the whole setup of Next.js' }).click()
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor()
    await page.getByLabel('instrumentation.js', { exact: true }).getByText('onRequestError').waitFor()
  })

  it('[UI321] is not complained about once the server reports and digests arrive', async () => {
    await send('0897-C-no-boundary-server')
    await send('0900-C-no-boundary-client')
    await app.open(address)
    await problem(TRACES).waitFor()
    expect(await problem(SERVER).count()).toBe(0)
    expect(await problem(/have no digest/).count()).toBe(0)
  })
})
