import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureBundle, type BundleSizes } from '../tools/bundle-sizes.ts'
import { openApp } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import { buildPages } from './harness/build-pages.ts'
import { install } from './harness/installation.ts'
import { sendFault } from './harness/stream.ts'

/** Bytes after gzip -9. */
const ENTRY = 125_000
const STREAM = 165_000
const ANY_SCREEN = 200_000
const CSS = 20_000
const FONTS = 90_000
/** Scripts of a cold load of the issue stream, what it fetches while idle included. */
const FIRST_SCRIPTS = 8

describe('what a page costs to load', () => {
  let dist: string
  let sizes: BundleSizes
  beforeAll(async () => {
    dist = await buildPages()
    sizes = measureBundle(dist)
  })

  it('[UI25] begins with an entry that stays within its budget', () => {
    expect(sizes.entry).toBeLessThanOrEqual(ENTRY)
  })

  it('[UI25] shows the issue stream within its budget, words and frame included', () => {
    expect(sizes.screens.get('issue-stream')).toBeLessThanOrEqual(STREAM)
  })

  it('[UI25] shows every other screen within the common budget, in German as well', () => {
    const german = measureBundle(dist, 'de')
    expect(sizes.screens.size).toBeGreaterThan(8)
    for (const [name, bytes] of [...sizes.screens, ...german.screens])
      expect(bytes, name).toBeLessThanOrEqual(ANY_SCREEN)
  })

  it('[UI25] keeps styles and fonts within theirs', () => {
    expect(sizes.css).toBeLessThanOrEqual(CSS)
    expect(sizes.fonts).toBeLessThanOrEqual(FONTS)
  })

  it('[UI26] does not ship the page that shows the components to their builders', () => {
    expect(readdirSync(join(dist, 'assets')).filter((name) => name.startsWith('gallery-page'))).toEqual([])
  })

  it('[UI242] shows the issue stream to a cold browser with at most eight scripts, overlays included', async () => {
    const [hindcast, browser] = await Promise.all([install(), launchBrowser()])
    try {
      await sendFault(hindcast.dsn, 'FaultA')
      await hindcast.api.awaitIssues(1)
      const app = await openApp(browser, hindcast.origin)
      const scripts: string[] = []
      app.page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
      })
      await app.open(`/projects/${hindcast.init.project}/issues`)
      await app.page.getByRole('row').filter({ hasText: 'FaultA' }).waitFor()
      await expect.poll(() => scripts.some((path) => path.startsWith('/assets/overlays-'))).toBe(true)
      await app.settled()
      expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(FIRST_SCRIPTS)
      expect(scripts.length).toBeGreaterThan(2)
    } finally {
      await browser.close()
      await hindcast.close()
    }
  })
})
