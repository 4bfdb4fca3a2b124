import type * as wire from '@hindcast/contract/overview/overview.ts'
import type { Project } from '#domain/projects/project.ts'
import { ratingOf, type VitalName } from '#domain/traces/vital-rating.ts'
import type {
  Compared,
  FoundIssues,
  OverviewIssues,
  OverviewReleases,
  OverviewRoutes,
  OverviewTimeline,
  OverviewTotals,
} from '#product/overview/query/overview.ts'
import type { RouteLine, RouteStats } from '#product/routes/query/route-stats.ts'
import { iso } from '#api/http/iso.ts'
import { toApiIssueSummary } from '#api/v1/issues/to-api-issue.ts'
import { toApiReleaseSummary } from '#api/v1/releases/to-api-release.ts'

export function toApiTotals({ range, errors, users }: OverviewTotals): wire.OverviewTotals {
  return {
    from: iso(range.from),
    to: iso(range.to),
    errors: toApiCompared(errors),
    users: toApiCompared(users),
  }
}

function toApiCompared({ now, yesterday, lastWeek }: Compared): wire.Compared {
  return { now, yesterday: yesterday ?? null, lastWeek: lastWeek ?? null }
}

export function toApiTimeline({ errors, marks }: OverviewTimeline): wire.OverviewTimeline {
  return {
    errors: { from: iso(errors.from), bucketSeconds: errors.bucketMs / 1000, values: [...errors.values] },
    marks: marks.map(({ version, at, environment }) => ({
      version,
      at: iso(at),
      environment: environment ?? null,
    })),
  }
}

export function toApiIssues({ appeared, cameBack }: OverviewIssues, project: Project): wire.OverviewIssues {
  const view = ({ query, total, rows }: FoundIssues) => ({
    query,
    total,
    issues: rows.map((row) => toApiIssueSummary(row, project)),
  })
  return { appeared: view(appeared), cameBack: view(cameBack) }
}

export function toApiRoutes({ routes, compared, visited }: OverviewRoutes): wire.OverviewRoutes {
  return { compared: compared ?? null, visited, routes: routes.map(toApiRoute) }
}

function toApiRoute({ stats, weekBefore, changes }: RouteLine): wire.OverviewRoute {
  return {
    route: stats.key,
    isPattern: stats.isPattern,
    users: stats.users,
    lostSeconds: stats.lostMs / 1000,
    lostSecondsLastWeek: weekBefore === undefined ? null : weekBefore.lostMs / 1000,
    vitals: ratedVitals(stats),
    changes: [...changes],
  }
}

export function toApiReleases({ releases, ...days }: OverviewReleases): wire.OverviewRelease[] {
  return releases.map(({ line, visits }) => ({
    ...toApiReleaseSummary(line, days),
    vitals: ratedVitals(visits),
  }))
}

function ratedVitals(stats: RouteStats | undefined): wire.RatedVitals {
  const rated = (vital: VitalName): wire.RatedVital | null => {
    const measured = stats?.vitals[vital]
    if (measured === undefined) return null
    const { samples, p75 } = measured
    return { samples, p75, rating: ratingOf(vital, p75) }
  }
  return { lcp: rated('lcp'), inp: rated('inp'), cls: rated('cls') }
}
