import type { Overview } from '@hindcast/contract/overview/overview.ts'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { onStage } from './harness/stage.ts'

const BUGS = { 'busy-shop': 33, 'regression-after-deploy': 3 }

async function overviewOf({ api, init }: Installation): Promise<Overview> {
  const response = await api.get(`/api/v1/projects/${init.project}/overview`)
  return (await response.json()) as Overview
}

/** Every issue of the scenario, each once: a bug stays one issue over all builds that it is in. */
async function expectMapped(hindcast: Installation, scenario: keyof typeof BUGS): Promise<void> {
  const issues = await hindcast.api.awaitIssues(BUGS[scenario])
  for (const { id } of issues) {
    const latest = await eventually(
      'an event',
      async () => (await hindcast.api.issue(id)).latestEventId ?? undefined,
    )
    const { exceptions } = await hindcast.api.awaitEvent(latest)
    const frames = exceptions.flatMap((exception) => exception.frames)
    for (const { map, original } of frames) {
      expect(map?.state, `a frame of issue ${id}`).toBe('mapped')
      expect(original?.contextLine, `a line of issue ${id}`).toEqual(expect.any(String))
    }
  }
  const { setup } = await eventually('the whole overview', async () => {
    const answer = await overviewOf(hindcast)
    return answer.setup === undefined ? undefined : answer
  })
  expect(setup!.map(({ kind }) => kind)).toEqual(['no_mail'])
}

describe('sample data', () => {
  let hindcast: Installation
  let app: App
  onStage(async (stage) => {
    ;({ hindcast } = stage)
    app = await openApp(stage.browser, hindcast.origin)
    return app
  })

  it('[OP92] that the button loads has every stack mapped, and an overview without complaints about maps', async () => {
    await app.open(`/projects/${hindcast.init.project}/connect`)
    await app.page.getByRole('button', { name: 'Load sample data' }).click()
    await app.page.getByText(/of 1,\d+ events visible/).waitFor()
    await expectMapped(hindcast, 'busy-shop')
  })

  it('[OP92] names the sources of a stack on the page of its issue', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await app.page.getByText("(reading 'price')").first().click()
    await app.page.getByText('3 of 3 frames mapped').waitFor()
    await app.page.getByText('src/cart/sum-of.ts').first().waitFor()
    await app.page.getByText('sum += line.variant.price * line.quantity').waitFor()
  })

  it('[OP92] that the command loads into a folder without a server is mapped as well', async () => {
    const other = await install()
    expect(await other.api.allIssues()).toEqual([])
    expect(await other.server.stop()).toBe(0)
    const seeded = await run(process.execPath, [
      HINDCAST,
      'seed',
      'regression-after-deploy',
      '--data',
      other.dataDir,
    ])
    expect(seeded.code, seeded.stderr).toBe(0)
    await other.start()
    await expectMapped(other, 'regression-after-deploy')
    expect(await other.close()).toBe(0)
  })
})
