import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'

/** The browser that the set-up found. Chromium refuses its sandbox to root. */
export function launchBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: inject('chromium'),
    args: asRoot ? ['--no-sandbox', '--disable-dev-shm-usage'] : ['--disable-dev-shm-usage'],
  })
}
