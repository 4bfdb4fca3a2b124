import type * as wire from '@hindcast/contract/releases/releases.ts'
import type { Compared } from '#domain/releases/release-verdict.ts'
import { verdictSentence } from '#domain/releases/verdict-sentence.ts'
import type { ReleaseComparison } from '#product/releases/query/release-comparison.ts'
import { isoOrNull } from '#api/http/iso.ts'
import { toApiSessionHealth } from './to-api-release.ts'

export function toApiVerdict(comparison: ReleaseComparison): wire.ReleaseVerdict {
  const { verdict, release, against } = comparison
  const list = (ids: readonly string[]) => ids.flatMap((id) => issueView(comparison, id))
  return {
    call: verdict.call,
    sentence: verdictSentence(verdict),
    per: verdict.per,
    release: sideView(release),
    against: against === undefined ? null : sideView(against),
    errors: comparedView(verdict.errors),
    crashFreeSessions: comparedView(verdict.crashFreeSessions),
    crashFreeUsers: comparedView(verdict.crashFreeUsers),
    appeared: list(verdict.appeared),
    cameBack: list(verdict.cameBack),
    resolved: list(verdict.resolved),
    worse: list(verdict.worse.map(({ issueId }) => issueId)),
    better: list(verdict.better.map(({ issueId }) => issueId)),
  }
}

/** None where the issue has expired meanwhile. */
function issueView(
  { issues, release, against, verdict }: ReleaseComparison,
  id: string,
): readonly wire.VerdictIssue[] {
  const issue = issues.get(id)
  if (issue === undefined) return []
  const events = release.issueEvents.get(id) ?? 0
  const eventsBefore = against?.issueEvents.get(id) ?? 0
  const rate = (count: number, side: ReleaseComparison['release'] | undefined) => {
    const exposure = verdict.per === 'sessions' ? (side?.sessions.sessions ?? 0) / 1000 : (side?.hours ?? 0)
    return exposure > 0 ? count / exposure : null
  }
  return [
    {
      ...issue,
      events,
      eventsBefore,
      rate: rate(events, release),
      rateBefore: rate(eventsBefore, against),
    },
  ]
}

function sideView(side: ReleaseComparison['release']): wire.VerdictSide {
  return {
    version: side.version,
    firstEvent: isoOrNull(side.firstEvent),
    lastEvent: isoOrNull(side.lastEvent),
    events: side.events,
    health: toApiSessionHealth(side.sessions),
  }
}

function comparedView({ change, before, now }: Compared): wire.Compared {
  return { change, before: before ?? null, now: now ?? null }
}
