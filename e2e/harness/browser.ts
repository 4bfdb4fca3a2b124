import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import { PATIENCE_MS } from './eventually.ts'
import { watchPages } from './seen-pages.ts'

/** The browser that the set-up found. Chromium refuses its sandbox to root. */
export async function launchBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: inject('chromium'),
    args: asRoot ? ['--no-sandbox', '--disable-dev-shm-usage'] : ['--disable-dev-shm-usage'],
  })
  return patient(browser)
}

/** Its pages wait as long as everything else here does: half a minute is too short on a machine that is busy otherwise. */
function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  return Object.assign(browser, {
    newContext: async (...options: Parameters<typeof newContext>) => {
      const context = await newContext(...options)
      context.setDefaultTimeout(PATIENCE_MS)
      watchPages(context)
      return context
    },
  })
}
