import { sentryCheckSearch } from '@hindcast/contract/sentry/explore.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { rangeOf, repeated } from '#api/sentry/list-params.ts'
import { projectsIn } from '#api/sentry/named-projects.ts'
import { spanFieldError, spanSortError } from './search-spans.ts'
import { spanSearch } from './span-search.ts'
import { functionOf, isFunction, orderOf } from './count-events.ts'

/** Kinds of data that nobody can have sent. */
export const NOTHING_OF = new Set([
  'logs',
  'ourlogs',
  'tracemetrics',
  'metrics',
  'profiles',
  'profile_functions',
])

/** Says what is wrong with a search, part by part. */
export function serveSentryCheckSearch(serve: Serve, { access, queries, now }: ApiDeps): void {
  serve(sentryCheckSearch, async ({ principal, params, query, request }) => {
    const projects = await projectsIn(access, principal, params.organization, request.url)
    if (query.dataset === 'spans') return checkSpans(query.query, projects, request.url)
    const fields = repeated(request.url, 'field')
    const range = rangeOf(query, now())
    const isKept = datasetError(query.dataset) === undefined && !NOTHING_OF.has(query.dataset)
    const asked = { query: query.query, userId: principal.userId, range, cursor: undefined, limit: 1 }
    const queryError = await errorOf(async () => {
      if (isKept && projects[0]) await queries.projectEvents(projects[0], asked)
    })
    const dataset = { name: query.dataset, ...checked(datasetError(query.dataset)) }
    const field = fields.map((name) => checkedField(name, fieldError(name)))
    const orderby = repeated(request.url, 'orderby').map((name) =>
      checkedField(name, isKept ? sortError(name, fields) : undefined),
    )
    const parts = [dataset, ...field, ...orderby]
    return {
      valid: queryError === undefined && parts.every(({ valid }) => valid),
      projects: [],
      dataset: [dataset],
      environment: [],
      field,
      query: { ...checked(queryError), fields: [] },
      orderby,
    }
  })
}

async function checkSpans(query: string, projects: readonly Project[], url: string) {
  const fields = repeated(url, 'field')
  const queryError = await errorOf(async () => void spanSearch(query, projects))
  const field = fields.map((name) => checkedField(name, spanFieldError(name, fields)))
  const orderby = repeated(url, 'orderby').map((name) => checkedField(name, spanSortError(name, fields)))
  return {
    valid: queryError === undefined && [...field, ...orderby].every(({ valid }) => valid),
    projects: [],
    dataset: [{ name: 'spans', ...checked(undefined) }],
    environment: [],
    field,
    query: { ...checked(queryError), fields: [] },
    orderby,
  }
}

function checked(error: string | undefined) {
  return { valid: error === undefined, error: error ?? null }
}

function checkedField(name: string, error: string | undefined) {
  return { name, ...checked(error), attrType: null }
}

export function datasetError(dataset: string): string | undefined {
  if (dataset === 'errors' || NOTHING_OF.has(dataset)) return undefined
  return `dataset: ${dataset} can’t be searched here; errors and spans can.`
}

export function fieldError(field: string): string | undefined {
  if (!isFunction(field) || functionOf(field) !== undefined) return undefined
  return `field: there is no ${field}; there are count(), count_unique(…), last_seen() and latest_event().`
}

export function sortError(sort: string, fields: readonly string[]): string | undefined {
  if (!fields.some(isFunction))
    return sort === '' || sort === '-timestamp' ? undefined : 'sort: events are listed by -timestamp only.'
  try {
    orderOf(sort, fields)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function errorOf(tried: () => Promise<void>): Promise<string | undefined> {
  try {
    await tried()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return error.message
    throw error
  }
}
