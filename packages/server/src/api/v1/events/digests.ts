import * as wire from '@hindcast/contract/events/digests.ts'
import { AppError } from '#domain/app-error.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { DigestIssue, DigestReport } from '#product/events/query/digest.ts'
import type { IssueDigest } from '#product/events/query/issue-digests.ts'
import { digestNamedIn } from '#product/events/query/lookup-text.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiSearchedProjects } from './to-api-searched.ts'

const READ = 'event:read'

export function serveDigests(serve: Serve, { access, queries, ownProject }: ApiDeps): void {
  serve(wire.getDigest, async ({ principal, params, query: { at, route, user, project } }) => {
    const digest = digestNamedIn(params.digest)
    if (digest === undefined) throw new AppError('not_found', 'This is not a digest.')
    const projects =
      project === undefined
        ? await access.projects(principal, undefined, READ)
        : [await access.project(principal, undefined, project, READ)]
    const known = { at: at === undefined ? undefined : Date.parse(at), route, user: user || undefined }
    const report = await queries.digest(projects, digest, known)
    const isFound = report.occurrences.length > 0
    const searched = isFound ? undefined : await queries.searchedProjects(projects)
    return {
      digest,
      issues: report.issues.map(toApiDigestIssue),
      occurrences: report.occurrences.map(toApiOccurrence),
      more: report.more,
      searched: searched === undefined ? null : toApiSearchedProjects(searched, ownProject.id),
    }
  })

  serve(wire.listIssueDigests, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, READ)
    const { digests, more } = await queries.issueDigests(issue)
    return { digests: digests.map(toApiIssueDigest), more }
  })
}

const toApiIssueDigest = ({ firstSeen, lastSeen, releases, ...rest }: IssueDigest): wire.IssueDigest => ({
  ...rest,
  releases: [...releases],
  firstSeen: iso(firstSeen),
  lastSeen: iso(lastSeen),
})

function toApiDigestIssue({ issue, project, events, firstSeen, lastSeen }: DigestIssue): wire.DigestIssue {
  return {
    issueId: issue.id,
    shortId: shortIdOf(project.slug, issue.number),
    project: project.slug,
    title: issue.title,
    events,
    firstSeen: iso(firstSeen),
    lastSeen: iso(lastSeen),
  }
}

function toApiOccurrence(occurrence: DigestReport['occurrences'][number]): wire.Occurrence {
  const { event, browserSides, like, project } = occurrence
  // A server seldom knows the user, the address bar or the browser.
  const [side = event] = browserSides
  return {
    eventId: event.eventId,
    issueId: event.issueId,
    project: project.slug,
    title: event.title,
    occurredAt: iso(event.occurredAt),
    route: event.route ?? null,
    url: event.url ?? side.url ?? null,
    user: event.user ?? side.user ?? null,
    release: event.release ?? null,
    environment: event.environment ?? null,
    side: event.platform === 'javascript' ? 'browser' : 'server',
    browserSides: browserSides.map(({ eventId }) => eventId),
    browser: event.browser ?? side.browser ?? null,
    match: { user: like.user, place: like.place ?? null, awayMs: like.awayMs ?? null },
  }
}
