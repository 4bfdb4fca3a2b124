import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openApp, type App } from './app.ts'
import { launchBrowser } from './browser.ts'
import { install, type Installation } from './installation.ts'

export interface Stage {
  readonly hindcast: Installation
  readonly browser: Browser
}

/**
 * A server, a browser and a person in front of the application for the tests of a file. At the end no page may have
 * failed, and the server must leave in peace.
 */
export function onStage(
  prepare: (stage: Stage) => Promise<App>,
  start: () => Promise<Installation> = install,
): void {
  let hindcast: Installation | undefined
  let browser: Browser | undefined
  let app: App | undefined
  beforeAll(async () => {
    ;[hindcast, browser] = await Promise.all([start(), launchBrowser()])
    app = await prepare({ hindcast, browser })
  })
  afterAll(async () => {
    expect(app?.faults).toEqual([])
    await browser?.close()
    expect(await hindcast?.close()).toBe(0)
  })
}

/** The same where nothing has to happen before the person opens the application. */
export function onStageWithApp(use: (stage: Stage, app: App) => void): void {
  onStage(async (stage) => {
    const app = await openApp(stage.browser, stage.hindcast.origin)
    use(stage, app)
    return app
  })
}
