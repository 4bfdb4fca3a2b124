import { sentryExploreEvents } from '@hindcast/contract/sentry/explore.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { decodeCursor, linkHeader } from '#api/sentry/link-header.ts'
import { rangeOf, repeated, rowsOf } from '#api/sentry/list-params.ts'
import { projectsIn } from '#api/sentry/named-projects.ts'
import { typeOf, valueOf, type NamedEvent } from './columns.ts'
import { datasetError, fieldError, NOTHING_OF, sortError } from './check-search.ts'
import { countEvents, isFunction, neededFor, type Row } from './count-events.ts'
import { searchSpans } from './search-spans.ts'
import { allAcross, pageAcross, shortIdsOf } from './find-events.ts'

/** As long as Sentry looks back. */
const LONGEST_MS = 90 * 86_400_000
const DEFAULT_FIELDS = ['id', 'title', 'project', 'timestamp']

export function serveSentryExplore(serve: Serve, deps: ApiDeps): void {
  const { access, publicUrl, now } = deps

  serve(sentryExploreEvents, async ({ principal, params, query, request, header }) => {
    const projects = await projectsIn(access, principal, params.organization, request.url)
    const named = repeated(request.url, 'field')
    if (query.dataset === 'spans') {
      header('Link', linkHeader(publicUrl(), request.url, undefined))
      return searchSpans(deps.traces, projects, {
        query: query.query,
        sort: query.sort,
        fields: named,
        environments: repeated(request.url, 'environment'),
        range: rangeOf(query, now()) ?? { from: now() - LONGEST_MS, to: now() + 1 },
        limit: rowsOf(query),
      })
    }
    const fields = named.length === 0 ? DEFAULT_FIELDS : named
    const refusal = datasetError(query.dataset) ?? fields.map(fieldError).find(Boolean)
    if (refusal !== undefined) throw new AppError('invalid_input', refusal)
    const meta = { fields: Object.fromEntries(fields.map((field) => [field, typeOf(field)])) }
    if (NOTHING_OF.has(query.dataset)) {
      header('Link', linkHeader(publicUrl(), request.url, undefined))
      return { data: [], meta }
    }
    const sortRefusal = sortError(query.sort, fields)
    if (sortRefusal !== undefined) throw new AppError('invalid_input', sortRefusal)
    const asked = {
      query: query.query,
      userId: principal.userId,
      range: rangeOf(query, now()),
      environments: repeated(request.url, 'environment'),
    }
    if (fields.some(isFunction)) {
      const events = await allAcross(deps, projects, asked, neededFor(fields))
      const rows = countEvents(events, fields, query.sort).slice(0, rowsOf(query))
      header('Link', linkHeader(publicUrl(), request.url, undefined))
      const shortIds = await shortIdsOf(deps, principal, rows.map(issueIn))
      return { data: rows.map((row) => withShortId(row, shortIds)), meta }
    }
    const cursor = decodeCursor(query.cursor)
    const page = await pageAcross(deps, projects, { ...asked, cursor }, rowsOf(query))
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    const issueIds = page.events.map(({ event }) => event.issueId)
    const shortIds = await shortIdsOf(deps, principal, issueIds)
    const data = page.events.map((found) => {
      const shortId = shortIds.get(found.event.issueId)
      return rowOf({ ...found, shortId }, fields)
    })
    return { data, meta }
  })
}

function rowOf(event: NamedEvent, fields: readonly string[]): Row {
  const more = ['id', 'project.name', ...(fields.includes('issue') ? ['issue.id'] : [])]
  return Object.fromEntries([...fields, ...more].map((field) => [field, valueOf(event, field)]))
}

function issueIn(row: Row): string {
  return String(row['issue'] ?? '')
}

/** Issues are counted by their ID, which tools need beside the short one. */
function withShortId(row: Row, shortIds: ReadonlyMap<string, string>): Row {
  if (!('issue' in row)) return row
  const id = issueIn(row)
  return { ...row, issue: shortIds.get(id) ?? null, 'issue.id': id }
}
