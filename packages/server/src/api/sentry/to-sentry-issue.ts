import type { InferOutput } from 'valibot'
import type * as wire from '@hindcast/contract/sentry/issues.ts'
import { shortIdOf, type Issue } from '#domain/issues/issue.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Period, Series } from '#product/issues/query/time-series.ts'
import type { Facet } from '#product/issues/query/issue-breakdown.ts'
import type { IssueReport } from '#product/issues/query/issue.ts'
import type { IssueRow } from '#product/issues/query/issues.ts'
import { iso } from '#api/http/iso.ts'
import { assignedTo, sentrySubstatus, statusDetails } from './to-sentry-lifecycle.ts'

export interface SentryPlace {
  readonly organization: Organization
  readonly project: Project
  readonly publicUrl: string
}

export function sentryIssue(
  { issue, assignee, assigneeTeam, users, series }: IssueRow,
  { organization, project, publicUrl }: SentryPlace,
  period: Period,
  discussion: { readonly comments: number; readonly following: boolean },
): InferOutput<typeof wire.SentryIssue> {
  return {
    id: issue.id,
    shareId: null,
    shortId: shortIdOf(project.slug, issue.number),
    title: issue.title,
    culprit: issue.culprit,
    permalink: `${publicUrl}/organizations/${organization.slug}/issues/${issue.id}/`,
    logger: null,
    level: issue.level,
    status: issue.status,
    substatus: sentrySubstatus(issue),
    statusDetails: statusDetails(issue),
    priority: issue.priority,
    isPublic: false,
    platform: issue.platform,
    project: {
      id: project.id,
      name: project.name,
      slug: project.slug,
      platform: project.platform ?? null,
    },
    type: issue.type === '' ? 'default' : 'error',
    metadata: { type: issue.type, value: issue.value, title: issue.title },
    numComments: discussion.comments,
    assignedTo: assignedTo(assignee, assigneeTeam),
    isBookmarked: false,
    isSubscribed: discussion.following,
    subscriptionDetails: null,
    hasSeen: false,
    annotations: [],
    integrationIssues: [],
    sentryAppIssues: [],
    latestEventHasAttachments: false,
    priorityLockedAt: null,
    seerFixabilityScore: null,
    seerAutofixLastTriggered: null,
    pluginActions: [],
    pluginIssues: [],
    issueType: 'error',
    issueCategory: 'error',
    count: String(issue.eventCount),
    userCount: users,
    firstSeen: iso(issue.firstSeen),
    lastSeen: iso(issue.lastSeen),
    stats: { [period]: buckets(series) },
  }
}

/** An issue as part of a list: what it had in all beside what was counted, without the fields that nobody wants. */
export function withLifetime(
  shown: InferOutput<typeof wire.SentryIssue>,
  { eventCount, userCount, firstSeen, lastSeen }: Issue,
  without: readonly string[],
): InferOutput<typeof wire.SentryIssue> {
  const { stats, ...rest } = shown
  const lifetime = {
    count: String(eventCount),
    userCount,
    firstSeen: iso(firstSeen),
    lastSeen: iso(lastSeen),
    stats: null,
  }
  return {
    ...rest,
    ...(!without.includes('stats') && { stats }),
    ...(!without.includes('lifetime') && { lifetime }),
  }
}

export function sentryIssueDetail(
  report: IssueReport,
  facets: readonly Facet[],
  place: SentryPlace,
  period: Period,
): InferOutput<typeof wire.SentryIssueDetail> {
  return {
    ...sentryIssue(report, place, period, {
      comments: report.comments,
      following: report.following !== undefined,
    }),
    activity: [],
    seenBy: [],
    participants: [],
    pluginContexts: [],
    userReportCount: 0,
    firstRelease: sentryRelease(report.issue.firstRelease),
    lastRelease: sentryRelease(report.issue.lastRelease),
    tags: facets.map(({ key, total }) => ({ key, name: key, totalValues: total })),
  }
}

export function sentryRelease(version: string | undefined) {
  return version === undefined ? null : { version, shortVersion: version.replace(/^.*@/, '') }
}

export function buckets({ from, bucketMs, values }: Series): Array<[number, number]> {
  return values.map((count, index) => [(from + index * bucketMs) / 1000, count])
}
