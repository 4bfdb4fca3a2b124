import type { Page } from 'playwright-core'
import { sendEvent, type SentEvent } from './app.ts'

/** A row of the issue stream as a person sees it. */
export interface ShownRow {
  readonly id: string
  /** The type of the error; what stands in bold. */
  readonly type: string
  readonly words: string
  /** Who looks after it, `Nobody` included. */
  readonly assignee: string
  readonly selected: boolean
  readonly cursor: boolean
  /** Distance from the top of the window. */
  readonly top: number
}

/** The rows in the document, from the top down. */
export function rowsOf(page: Page): Promise<ShownRow[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=row][data-issue]')]
      .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => ({
        id: row.dataset['issue'] ?? '',
        type: row.querySelector('b')?.innerText ?? '',
        words: row.innerText.replaceAll(/\s+/g, ' '),
        assignee:
          row.querySelector('[role=gridcell]:last-of-type [role=img]')?.getAttribute('aria-label') ?? '',
        selected: row.ariaSelected === 'true',
        cursor: row.matches('[data-cursor]'),
        top: row.getBoundingClientRect().top,
      })),
  )
}

export const typesOf = async (page: Page): Promise<string[]> => (await rowsOf(page)).map(({ type }) => type)

/** The type of the error under the cursor. */
export const cursorOf = async (page: Page): Promise<string | undefined> =>
  (await rowsOf(page)).find(({ cursor }) => cursor)?.type

/** An error of its own type, thrown in a function of its own: an issue of its own. */
export function sendFault(dsn: string, name: string): Promise<SentEvent> {
  const frame = { filename: 'https://shop.example/app.js', function: `open${name}`, lineno: 3, colno: 5 }
  return sendEvent(dsn, {
    release: 'shop@1.4.2',
    exception: {
      values: [
        { type: name, value: 'the drawer is stuck', stacktrace: { frames: [{ ...frame, in_app: true }] } },
      ],
    },
  })
}
