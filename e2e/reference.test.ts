import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK, openApp, PHONE, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { install, type Installation } from './harness/installation.ts'

describe('the reference', () => {
  let hindcast: Installation
  let browser: Browser
  let app: App

  beforeAll(async () => {
    ;[hindcast, browser] = await Promise.all([install(), launchBrowser()])
    app = await openApp(browser, hindcast.origin)
  })
  afterAll(async () => {
    await browser?.close()
    expect(await hindcast?.close()).toBe(0)
  })

  it('[AR21] is opened from the preferences, and each of its pages is served and accessible', async () => {
    const { page } = app
    await app.open('/preferences')
    await page.getByRole('link', { name: 'Reference: screens, shortcuts' }).click()
    await page.getByRole('heading', { name: 'Hindcast reference' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/reference/')
    const names = await page.locator('.pages a').evaluateAll((links) => links.map((link) => link.textContent))
    expect(names).toContain('Messages')
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      // The tables are generated alike, and axe takes a minute for the longest.
      if (name === 'Roles and permissions') await expectAccessibleInBothThemes(page, name)
      await page.setViewportSize(PHONE)
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, name).toBeLessThanOrEqual(0)
      await page.setViewportSize(DESK)
      await page.getByRole('link', { name: 'Reference', exact: true }).click()
    }
    expect(app.faults).toEqual([])
  })

  it('[AR21] is filtered by words', async () => {
    const { page } = app
    await page.goto(`${hindcast.origin}/reference/errors.html`)
    await page.getByLabel('Filter this page').fill('full DISK')
    await page.getByText('disk_full', { exact: true }).waitFor()
    expect(await page.locator('tbody tr:visible').count()).toBe(1)
    await page.getByLabel('Filter this page').fill('no such reason')
    await page.getByText('Nothing found').waitFor()
    expect(await page.locator('section:visible').count()).toBe(0)
  })
})
