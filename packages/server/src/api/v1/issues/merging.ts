import { listFingerprints, mergeIssues, unmergeIssue } from '@hindcast/contract/issues/merging.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveMerging(serve: Serve, deps: ApiDeps): void {
  const { access, commands, queries } = deps

  serve(mergeIssues, async ({ principal, body }) => {
    const [into, ...from] = await access.issues(principal, [body.into, ...body.from], 'event:write')
    const { moves, moving } = await commands.mergeIssues(
      into!.issue,
      from.map(({ issue }) => issue),
      principal.userId,
    )
    return {
      id: into!.issue.id,
      shortId: shortIdOf(into!.project.slug, into!.issue.number),
      moving,
      merged: moves.map((move) => ({ id: move.from, fingerprints: [...move.fingerprints] })),
    }
  })

  serve(listFingerprints, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    const { fingerprints, more } = await queries.fingerprints(issue)
    return {
      fingerprints: fingerprints.map(({ fingerprint, events, firstSeen, lastSeen, cameWith, latest }) => ({
        fingerprint,
        events,
        firstSeen: firstSeen === undefined ? null : iso(firstSeen),
        lastSeen: lastSeen === undefined ? null : iso(lastSeen),
        cameWith: cameWith === undefined ? null : shortIdOf(project.slug, cameWith),
        latest: latest === undefined ? null : latestView(latest),
      })),
      more,
    }
  })

  serve(unmergeIssue, async ({ principal, params, body }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const { issueId, moving } = await commands.unmergeIssue(issue, body.fingerprints, principal.userId)
    const { issue: split } = await access.issue(principal, issueId, 'event:write')
    return { id: split.id, shortId: shortIdOf(project.slug, split.number), moving }
  })
}

type Latest = NonNullable<
  Awaited<ReturnType<ApiDeps['queries']['fingerprints']>>['fingerprints'][number]['latest']
>

function latestView({ eventId, title, grouping }: Latest) {
  const { version, fingerprint, evidence } = grouping
  const { rule, summary, parts } = evidence
  return { eventId, title, grouping: { version, fingerprint, rule, summary, parts: [...parts] } }
}
