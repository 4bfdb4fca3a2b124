import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESK, PHONE } from './app.ts'
import { hasOtherStores } from './stores.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

const SECOND_LOOK_MS = 700

/**
 * Every rule axe knows for WCAG 2.2 AA and its best practices; nothing is switched off. What it finds is looked at a
 * second time: a page caught between two pictures is no fault of the page, and a fault is still there.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Evaluated, not added as a script element: the content security policy refuses the latter, as it should.
  await page.evaluate(AXE)
  let violations = await violationsOf(page)
  if (violations.length > 0) {
    await page.waitForTimeout(SECOND_LOOK_MS)
    violations = await violationsOf(page)
  }
  expect(violations, what).toEqual([])
}

function violationsOf(page: Page): Promise<readonly object[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (root: Document) => Promise<{ violations: Violation[] }> }
    }
    return (await axe.run(document)).violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({
        html: html.slice(0, 300),
        failureSummary: failureSummary ?? '',
      })),
    }))
  })
}

/** Chromium gives a page without anything to paint no frame at times. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, 2000)
  })
}

/** A test that runs once more on other stores shows the same pages: one look is enough there. */
const onceOnOtherStores = <T>(looks: readonly T[]): readonly T[] =>
  hasOtherStores() ? looks.slice(0, 1) : looks

/** Without transitions, and once it is painted: a check in between would see one theme on the other. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of onceOnOtherStores(['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(painted)
    await expectAccessible(page, `${what}, ${colorScheme}`)
  }
}

/** As on a phone and as on a desk, in both themes; leaves the page as on a desk. */
export async function expectAccessibleAtBothWidths(page: Page, what: string): Promise<void> {
  for (const viewport of onceOnOtherStores([DESK, PHONE]).toReversed()) {
    await page.setViewportSize(viewport)
    await expectAccessibleInBothThemes(page, `${what} at ${viewport.width}`)
  }
}
