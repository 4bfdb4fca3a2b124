import { expect } from 'vitest'
import type { App } from './app.ts'
import { eventually } from './eventually.ts'

/** An error of the chain as a person reads it. */
export interface ShownError {
  /** `Caused by`, `1 of 2 in the group`, or empty for what was thrown. */
  readonly relation: string
  readonly type: string
  /** Everything its block says above the frames. */
  readonly words: string
  /** From the top of the list down. */
  readonly functions: readonly string[]
}

/** The page of an event in its own words, section by section. */
export interface Shown {
  readonly title: string
  /** Level, status and numbers above the sections. */
  readonly head: string
  readonly errors: readonly ShownError[]
  readonly breadcrumbs: readonly string[]
  readonly tags: readonly string[]
  readonly facts: Readonly<Record<string, string>>
  section(id: string): string
}

type Read = Omit<Shown, 'section'> & { readonly sections: Readonly<Record<string, string>> }

/** Goes to the event without leaving the page, and reads it once all of it is there. */
export async function lookAt(
  app: App,
  event: { readonly issueId: string; readonly eventId: string },
): Promise<Shown> {
  const { page } = app
  await app.follow(`/issues/${event.issueId}/events/${event.eventId}`)
  await page.getByText(event.eventId.slice(0, 8), { exact: true }).first().waitFor()
  for (const id of ['stack', 'tags', 'raw']) await page.locator(`#${id}`).waitFor()
  const { sections, ...read }: Read = await page.evaluate(readPage)
  return { ...read, section: (id) => sections[id] ?? '' }
}

/** Runs in the page: it may only use what is within it. */
function readPage(): Read {
  const text = (element: Element | null | undefined) =>
    ((element as HTMLElement | null | undefined)?.innerText ?? '').trim()
  const all = (selector: string, under: ParentNode = document) => [...under.querySelectorAll(selector)]
  const errors = all('#stack h3').map((heading) => {
    const block = heading.closest('#stack > div > div')
    const words = heading.parentElement?.parentElement
    return {
      relation: heading.previousElementSibling === null ? '' : text(heading.previousElementSibling),
      type: text(heading),
      words: text(words),
      functions: all('ol > li', block ?? document).map((row) => text(row).split('\n')[0]!.trim()),
    }
  })
  const facts = all('aside dt').map((name) => [text(name), text(name.nextElementSibling)] as const)
  return {
    title: text(document.querySelector('h1')),
    head: text(document.querySelector('main > header')),
    errors,
    breadcrumbs: all('#breadcrumbs ol > li').map((row) => text(row).replaceAll(/\s+/g, ' ')),
    tags: all('#tags ul[aria-label="Tags of this event"] > li').map((chip) => text(chip)),
    facts: Object.fromEntries(facts),
    sections: Object.fromEntries(all('main section[id]').map((section) => [section.id, text(section)])),
  }
}

const thrown = (shown: Shown): ShownError => shown.errors[0]!
const relations = (shown: Shown): string[][] => shown.errors.map(({ relation, type }) => [relation, type])

/** What a person must be able to read of each scenario of the shop, whatever SDK told it. */
export const ON_SCREEN = {
  'uncaught error': (shown) => {
    expect(shown.title).toBe("TypeError: Cannot read properties of undefined (reading 'items')")
    expect(relations(shown)).toEqual([['', 'TypeError']])
    expect(thrown(shown).words).toContain('Unhandled')
    expect(thrown(shown).functions.slice(0, 2)).toEqual(['priceOf', 'checkout'])
    expect(shown.section('why')).toContain('priceOf')
  },
  'unhandled rejection': (shown) => {
    expect(shown.title).toBe('RangeError: stock is below zero')
    expect(thrown(shown).words).toContain('Unhandled')
    expect(thrown(shown).words).toContain('Unhandled promise rejection.')
    expect(thrown(shown).functions).toContain('reserveStock')
  },
  'cause chain': (shown) => {
    expect(shown.title).toBe('Error: payment failed')
    expect(relations(shown)).toEqual([
      ['', 'Error'],
      ['Caused by', 'RangeError'],
      ['Caused by', 'TypeError'],
    ])
    const words = ['payment failed', 'gateway gave no answer', 'connection reset']
    shown.errors.forEach((error, index) => {
      expect(error.words).toContain(words[index])
      expect(error.functions).toContain('paymentFailure')
    })
    expect(thrown(shown).words).toContain('Handled')
  },
  'aggregate error': (shown) => {
    expect(shown.title).toBe('AggregateError: no warehouse can deliver')
    expect(thrown(shown).type).toBe('AggregateError')
    expect(shown.errors.slice(1).map(({ relation }) => relation)).toEqual([
      '1 of 2 in the group',
      '2 of 2 in the group',
    ])
    const members = shown.errors.slice(1).map(({ words }) => words.replaceAll(/\s+/g, ' '))
    expect(members).toContainEqual(expect.stringMatching(/TypeError.*warehouse north is closed/))
    expect(members).toContainEqual(expect.stringMatching(/RangeError.*warehouse south is empty/))
  },
  message: (shown) => {
    expect(shown.title).toBe('basket abandoned')
    expect(shown.head).toContain('Warning')
    expect(shown.section('stack')).toContain('basket abandoned')
  },
  'tags and user': (shown) => {
    expect(shown.tags).toContain('shop north')
    expect(shown.section('user')).toMatch(/email\s+ada@example\.com/)
    expect(shown.section('user')).toMatch(/id\s+42/)
    expect(shown.facts['User']).toBe('ada@example.com')
  },
} as const satisfies Record<string, (shown: Shown) => void>

/** The order is the visitor's, and the error stands where everything before it led. */
export function expectShownVisit(shown: Shown): void {
  expect(shown.breadcrumbs.filter((row) => !/^\S+ sec \w+ sentry /.test(row))).toEqual([
    expect.stringMatching(/Clicked .*button#buy/),
    expect.stringMatching(/Console cart is nearly empty/),
    expect.stringMatching(/Request GET \/stock\.json 200/),
    expect.stringMatching(/Navigation .*→ .*\/basket/),
    expect.stringContaining('Error: after the visit'),
  ])
}

export function expectShownRelease(shown: Shown): void {
  expect(shown.facts).toMatchObject({ 'This release': 'shop@1.4.2', Environment: 'e2e' })
}

/** What is derived from the request, because browser SDKs do not send it. */
export function expectShownChromium(shown: Shown, pageUrl: string): void {
  expect(shown.facts['Browser']).toMatch(/chrom\w* \d+/i)
  expect(shown.section('request')).toContain(pageUrl)
  expect(shown.section('contexts')).toMatch(/Browser\s+name\s+\w*chrom/i)
}

/** Row of the stream that is open in `app`; what is new waits behind a number until it is asked for. */
export async function expectInStream(app: App, issueId: string, title: string): Promise<void> {
  const row = app.page.getByRole('row').filter({ has: app.page.locator(`a[href="/issues/${issueId}"]`) })
  await eventually(`the issue ${title} in the stream`, async () => {
    if ((await row.count()) > 0) return true
    if ((await app.page.getByRole('button', { name: /\d+ new/ }).count()) > 0)
      await app.page.keyboard.press('.')
    return undefined
  })
  expect(await row.getByRole('link').getAttribute('title')).toBe(title)
}
