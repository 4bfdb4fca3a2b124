import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { install, type Installation } from './harness/installation.ts'
import { buildShop, crashShop, uploadMaps, type ShopBuild } from './harness/shop-build.ts'

const DEPLOYS = [
  { bundler: 'vite', release: 'vite@1' },
  { bundler: 'vite', release: 'vite@2', linesInFront: 40 },
  { bundler: 'webpack', release: 'webpack@1' },
  { bundler: 'webpack', release: 'webpack@2', linesInFront: 40 },
] as const

let home: string
let browser: Browser
let builds: readonly ShopBuild[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-bundlers-'))
  browser = await launchBrowser()
  builds = await Promise.all(DEPLOYS.map((deploy) => buildShop(home, deploy)))
})
afterAll(async () => {
  await browser?.close()
  await rm(home, { recursive: true, force: true })
})

async function withServer(act: (hindcast: Installation) => Promise<void>): Promise<void> {
  const hindcast = await install()
  try {
    await act(hindcast)
  } finally {
    expect(await hindcast.close()).toBe(0)
  }
}

/** Both bugs of every deploy, each in a fresh page. */
async function crashAll(hindcast: Installation): Promise<readonly EventView[]> {
  const events: EventView[] = []
  for (const build of builds)
    for (const button of ['Buy', 'Refund'] as const)
      events.push(await crashShop(browser, hindcast, build, button))
  return events
}

const failedAt = ({ exceptions }: EventView) => exceptions.at(-1)!.frames.at(-1)!

async function expectOneIssuePerBug(hindcast: Installation, times: number): Promise<readonly IssueSummary[]> {
  const issues = await hindcast.api.awaitIssues(2)
  expect(issues.map(({ events }) => events)).toEqual([times, times])
  return issues
}

const bySource = (issues: readonly IssueSummary[]) => issues.map(({ culprit }) => culprit).toSorted()

describe('two deploys by two bundlers', () => {
  it('[GR96] have no file name in common, and what was built is not what was written', async () => {
    const names = await Promise.all(
      builds.map(async ({ dist }) =>
        (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js')),
      ),
    )
    expect(names.flat()).toHaveLength(DEPLOYS.length)
    expect(new Set(names.flat()).size).toBe(DEPLOYS.length)
  })

  it('[GR96] have one issue per bug with maps, called after the source', async () => {
    await withServer(async (hindcast) => {
      for (const build of builds) await uploadMaps(build, hindcast)
      for (const { eventId } of await crashAll(hindcast)) {
        expect(failedAt(await hindcast.api.awaitMapped(eventId)).original).toMatchObject({
          filename: expect.stringMatching(/^(?:cart|refund)\.js$/) as string,
          function: expect.stringMatching(/^(?:priceOf|ownerOf)$/) as string,
        })
      }
      expect(bySource(await expectOneIssuePerBug(hindcast, DEPLOYS.length))).toEqual([
        'ownerOf (refund.js)',
        'priceOf (cart.js)',
      ])
    })
  })

  it('[GR97] have one issue per bug without maps, which stays the one when all maps come, and afterwards', async () => {
    await withServer(async (hindcast) => {
      for (const event of await crashAll(hindcast)) expect(failedAt(event).original).toBeNull()
      const before = await expectOneIssuePerBug(hindcast, DEPLOYS.length)
      for (const build of builds) await uploadMaps(build, hindcast)
      const events = await hindcast.api.allEvents()
      await Promise.all(events.map(({ eventId }) => hindcast.api.awaitMapped(eventId)))
      const issues = await expectOneIssuePerBug(hindcast, DEPLOYS.length)
      expect(issues.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
      expect(bySource(issues)).toEqual(['ownerOf (refund.js)', 'priceOf (cart.js)'])
      await crashAll(hindcast)
      await expectOneIssuePerBug(hindcast, 2 * DEPLOYS.length)
    })
  })

  it('[GR97] have one issue per bug when only some of them have maps, in whatever order they come', async () => {
    await withServer(async (hindcast) => {
      await uploadMaps(builds[1]!, hindcast)
      await uploadMaps(builds[2]!, hindcast)
      await crashAll(hindcast)
      await expectOneIssuePerBug(hindcast, DEPLOYS.length)
    })
  })
})
