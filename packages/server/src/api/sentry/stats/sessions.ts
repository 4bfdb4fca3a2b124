import {
  sentryGetSessions,
  SessionFieldValues,
  SessionKeyValues,
  type SentrySessionField,
  type SentrySessionKey,
} from '@hindcast/contract/sentry/stats.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { repeated } from '#api/sentry/list-params.ts'
import { projectsIn } from '#api/sentry/named-projects.ts'
import { narrower, sessionFilter } from './session-filter.ts'
import { sessionRows, statusesIn, valueIn, type SessionRow } from './session-rows.ts'
import { allOf } from './stats.ts'
import { shownSteps, stepsOf } from './steps.ts'

const MOST_GROUPS = 100

export function serveSentrySessions(serve: Serve, { access, releaseHealth, now }: ApiDeps): void {
  serve(sentryGetSessions, async ({ principal, params, query, request: { url } }) => {
    const projects = await projectsIn(access, principal, params.organization, url)
    const steps = stepsOf(query, now())
    const fields = allOf(url, 'field', SessionFieldValues.entries.field)
    const by = allOf(url, 'groupBy', SessionKeyValues.entries.groupBy)
    refuseStatus(fields, by)
    const order = orderOf(query.orderBy, fields)
    const hasSeries = query.includeSeries === '1'
    const limit = groupsIn(query.per_page, hasSeries ? steps.starts.length : 1)
    const filter = sessionFilter(query.query)
    const asked = {
      range: { from: steps.from, to: steps.to },
      releases: filter.release,
      environments: narrower(filter.environment, repeated(url, 'environment')),
      by: by.filter((key) => key === 'release' || key === 'environment'),
      bucketMs: hasSeries ? steps.stepMs : undefined,
      limit,
    }
    const groups = []
    for (const project of projects)
      for (const group of await releaseHealth.sessionGroups(project, asked))
        groups.push({ projectId: project.id, group })
    const most = sessionRows(groups, by, hasSeries ? steps.starts.length : 0).slice(0, limit * statusesIn(by))
    return {
      ...shownSteps(steps),
      query: query.query,
      groups: ordered(most, order).map((row) => ({
        by: row.by,
        totals:
          query.includeTotals === '1'
            ? Object.fromEntries(fields.map((field) => [field, valueIn(row, field, row.counts)]))
            : {},
        series: hasSeries
          ? Object.fromEntries(
              fields.map((field) => [field, row.buckets.map((counts) => valueIn(row, field, counts))]),
            )
          : {},
      })),
    }
  })
}

/** Of users it is only known whether a session of theirs broke. */
function refuseStatus(fields: readonly SentrySessionField[], by: readonly SentrySessionKey[]): void {
  const other = by.includes('session.status') ? fields.find((field) => field !== 'sum(session)') : undefined
  if (other !== undefined)
    throw new AppError('invalid_input', `groupBy: session.status can’t be told apart for ${other}.`)
}

/** So many that the answer stays readable and small. */
function groupsIn(asked: number | undefined, steps: number): number {
  const most = Math.max(1, Math.min(MOST_GROUPS, Math.floor(LIMITS.answers.seriesValues / steps)))
  if (asked !== undefined && asked > most)
    throw new AppError(
      'invalid_input',
      `per_page: at most ${most} groups with ${steps} steps. Make the interval longer or the time shorter.`,
    )
  return asked ?? most
}

type Order = readonly [field: SentrySessionField, sign: 1 | -1] | undefined

function orderOf(text: string, fields: readonly SentrySessionField[]): Order {
  if (text === '') return undefined
  const name = text.replace(/^-/, '')
  const field = fields.find((one) => one === name)
  if (field === undefined)
    throw new AppError('invalid_input', `orderBy: ${name} is not among the fields that are asked for.`)
  return [field, text.startsWith('-') ? -1 : 1]
}

function ordered(rows: readonly SessionRow[], order: Order): readonly SessionRow[] {
  if (order === undefined) return rows
  const [field, sign] = order
  const value = (row: SessionRow) => valueIn(row, field, row.counts) ?? -1
  return rows.toSorted((a, b) => sign * (value(a) - value(b)))
}
