import type { GenericSchema, InferOutput } from 'valibot'
import {
  OutcomeValues,
  sentryGetStats,
  sentryListIssueStats,
  StatsValues,
  type SentryIssueStats,
} from '@hindcast/contract/sentry/stats.ts'
import { AppError } from '#domain/app-error.ts'
import { DATA_CATEGORIES } from '#domain/intake/category.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { IntakeCount } from '#domain/intake/intake.ts'
import { LIMITS } from '#domain/limits.ts'
import type { IssueCounts } from '#product/issues/query/counts-within.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import { parsed } from '#api/http/invalid-request.ts'
import type { Serve } from '#api/http/serve.ts'
import { periodOf } from '#api/sentry/issues.ts'
import { rangeOf, repeated } from '#api/sentry/list-params.ts'
import { projectsIn } from '#api/sentry/named-projects.ts'
import { buckets } from '#api/sentry/to-sentry-issue.ts'
import { countOutcomes } from './outcomes.ts'
import { shownSteps, stepsOf } from './steps.ts'

export function serveSentryStats(serve: Serve, { access, queries, now }: ApiDeps): void {
  serve(sentryGetStats, async ({ principal, params, query, request: { url } }) => {
    const projects = await projectsIn(access, principal, params.organization, url, 'project:read')
    const steps = stepsOf(query, now())
    const fields = allOf(url, 'field', StatsValues.entries.field)
    const by = allOf(url, 'groupBy', StatsValues.entries.groupBy)
    const filter = {
      category: repeated(url, 'category').map(knownCategory),
      outcome: allOf(url, 'outcome', OutcomeValues.entries.outcome),
      reason: repeated(url, 'reason'),
    }
    const cells: IntakeCount[] = []
    for (const project of projects) cells.push(...(await queries.intake(project, steps)).cells)
    const groups = countOutcomes(cells, steps, { fields, by, filter })
    const values = groups.length * fields.length * steps.starts.length
    if (values > LIMITS.answers.seriesValues)
      throw new AppError(
        'invalid_input',
        `interval: ${groups.length} groups of ${steps.starts.length} steps are too much. Make the interval longer or the time shorter.`,
      )
    return { ...shownSteps(steps), groups: [...groups] }
  })

  serve(sentryListIssueStats, async ({ principal, params, query, request: { url } }) => {
    const projects = await projectsIn(access, principal, params.organization, url)
    const ids = allOf(url, 'groups', sentryListIssueStats.query.entries.groups)
    const found = await access.issues(principal, ids, 'event:read', new Set(ids))
    const issues = found
      .filter(({ project }) => projects.some(({ id }) => id === project.id))
      .map(({ issue }) => issue)
    const range = rangeOf(query, now())
    const period = periodOf(query.groupStatsPeriod, range)
    const environments = repeated(url, 'environment')
    const counts = await queries.issueCounts(issues, { range, environments, period })
    return issues.map((issue) => issueStats(issue, counts.get(issue.id)!, period))
  })
}

function issueStats(
  { id, eventCount, userCount, ...issue }: Issue,
  { events, users, series }: IssueCounts,
  period: string,
): InferOutput<typeof SentryIssueStats> {
  const seen = { firstSeen: iso(issue.firstSeen), lastSeen: iso(issue.lastSeen) }
  return {
    id,
    count: String(events),
    userCount: users,
    ...seen,
    stats: { [period]: buckets(series) },
    lifetime: { count: String(eventCount), userCount, ...seen, stats: null },
    filtered: null,
  }
}

/** Every value of a parameter that can be repeated, each as its schema wants it. */
export function allOf<Schema extends GenericSchema<string>>(
  url: string,
  name: string,
  schema: Schema,
): ReadonlyArray<InferOutput<Schema>> {
  return repeated(url, name).map((value) => parsed(schema, name, value))
}

function knownCategory(name: string): string {
  if ((DATA_CATEGORIES as readonly string[]).includes(name)) return name
  throw new AppError('invalid_input', `category: must be one of ${DATA_CATEGORIES.join(', ')}`)
}
