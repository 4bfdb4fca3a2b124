import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { getProjectEvent, listProjectEvents, type EventSummary } from '@hindcast/contract/events/events.ts'
import { getIntake, type Intake } from '@hindcast/contract/intake/intake.ts'
import {
  getIssue,
  listIssues,
  type IssueDetail,
  type IssueSummary,
} from '@hindcast/contract/issues/issues.ts'
import { eventually } from './eventually.ts'

/** The version of grouping that source maps are used by. */
const MAPPED = 2

interface Declared<T> {
  readonly method: string
  readonly path: string
  readonly response: {
    readonly '~standard': {
      readonly validate: (value: unknown) => Validated<T> | Promise<Validated<T>>
    }
  }
}
type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<{ readonly message: string }> }

export interface Api {
  get(path: string): Promise<Response>
  event(eventId: string): Promise<EventView | undefined>
  /** Waits for the event to be readable. */
  awaitEvent(eventId: string): Promise<EventView>
  /** Waits for the event to be grouped by its source maps: where these take long, it is stored before. */
  awaitMapped(eventId: string): Promise<EventView>
  issue(issueId: string): Promise<IssueDetail>
  /** Every event of the project, page by page, newest first. */
  allEvents(): Promise<EventSummary[]>
  allIssues(): Promise<IssueSummary[]>
  /** Waits until the project has exactly so many. */
  awaitIssues(count: number): Promise<IssueSummary[]>
  intake(): Promise<Intake>
}

/** Reads back through the public API, and holds every answer against the contract. */
export function openApi(origin: string, token: string, project: string): Api {
  const get = (path: string): Promise<Response> =>
    fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })

  async function call<T>(
    endpoint: Declared<T>,
    names: Record<string, string>,
    query = '',
  ): Promise<T | undefined> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
    const response = await get(`${path}${query}`)
    if (response.status === 404) return undefined
    const text = await response.text()
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`)
    const checked = await endpoint.response['~standard'].validate(JSON.parse(text))
    if (checked.issues !== undefined) {
      throw new Error(
        `GET ${path} breaks the contract: ${JSON.stringify(checked.issues).slice(0, 2000)}\n${text.slice(0, 2000)}`,
      )
    }
    return checked.value
  }

  async function pages<Page extends { readonly next: string | null }, Row>(
    endpoint: Declared<Page>,
    rows: (page: Page) => readonly Row[],
  ): Promise<Row[]> {
    const all: Row[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: Page | undefined = await call(endpoint, { project }, `?limit=100${from}`)
      if (page === undefined) throw new Error(`the project ${project} is not there`)
      all.push(...rows(page))
      cursor = page.next
    }
    return all
  }

  const event = (eventId: string): Promise<EventView | undefined> =>
    call(getProjectEvent, { project, event: eventId })
  const allIssues = () => pages(listIssues, (page) => page.issues)
  return {
    get,
    event,
    awaitEvent: (eventId) => eventually(`the event ${eventId}`, () => event(eventId)),
    awaitMapped: (eventId) =>
      eventually(`source maps for the event ${eventId}`, async () => {
        const found = await event(eventId)
        return found?.grouping.version === MAPPED ? found : undefined
      }),
    issue: async (issueId) => {
      const issue = await call(getIssue, { issue: issueId })
      if (issue === undefined) throw new Error(`the issue ${issueId} is not there`)
      return issue
    },
    allEvents: () => pages(listProjectEvents, (page) => page.events),
    allIssues,
    awaitIssues: (count) =>
      eventually(`${count} issues`, async () => {
        const issues = await allIssues()
        return issues.length === count ? issues : undefined
      }),
    intake: async () => {
      const intake = await call(getIntake, { project })
      if (intake === undefined) throw new Error(`the project ${project} is not there`)
      return intake
    },
  }
}
