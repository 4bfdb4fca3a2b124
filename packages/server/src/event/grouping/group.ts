import { hash } from 'node:crypto'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import type { SecurityReport } from '#event/security-report.ts'
import { LATEST_GROUPING, type Grouping, type GroupingVersion } from '#domain/issues/grouping.ts'
import type { StackAnswer } from '#domain/source-maps/mapped-frame.ts'
import type { GroupingRule } from '#domain/issues/rules/rule.ts'
import { causeOf } from './group-cause.ts'
import { groupSent } from './group-builds.ts'
import { asBefore } from './group-before.ts'
import { fingerprintEvidence, groupV1, shown } from './group-v1.ts'
import { groupV2 } from './group-v2.ts'
import { groupV3 } from './group-v3.ts'
import { groupV4 } from './group-v4.ts'
import { applyRules, type GroupingRules } from './grouping-rules.ts'

/**
 * `version` is the one that the project uses: up to it, the newest that has something to say of an event decides. In the
 * languages other than JavaScript that is version 4; else by the cause where it is known, else by the sources where they are, else by what was sent. `event` holds the frames
 * as sent.
 */
export function group(
  event: ErrorEvent,
  report: SecurityReport | undefined,
  answer: StackAnswer | undefined,
  rules: GroupingRules = [],
  version: GroupingVersion = LATEST_GROUPING,
): Grouping {
  const ruled = applyRules(rules, event, answer)
  const grouping =
    (version >= 4 ? groupLatest(ruled.event, report) : undefined) ??
    groupAsIs(asBefore(ruled.event), report, ruled.answer)
  return ruled.fingerprintRule === undefined ? grouping : byRule(grouping, ruled.fingerprintRule)
}

/** The versions only know fingerprints of SDKs. */
function byRule(grouping: Grouping, { line }: GroupingRule): Grouping {
  const { rule, summary } = grouping.evidence
  if (rule !== 'fingerprint') return grouping
  const said = summary.includes('added')
    ? `A rule of the project added to the default grouping (line ${line}).`
    : `A rule of the project set the fingerprint (line ${line}).`
  return { ...grouping, evidence: { ...grouping.evidence, summary: said } }
}

function groupLatest(event: ErrorEvent, report: SecurityReport | undefined): Grouping | undefined {
  const latest = groupV4(event)
  if (latest === undefined) return undefined
  const { fingerprint } = groupV1(asBefore(event), report)
  return { ...latest, earlier: { fingerprint, sameMessage: false, names: false, once: true } }
}

function groupAsIs(
  event: ErrorEvent,
  report: SecurityReport | undefined,
  answer: StackAnswer | undefined,
): Grouping {
  const sent = groupSent(event, report)
  if (report !== undefined) return sent
  const byCause = groupByCause(event)
  if (byCause !== undefined) return { ...byCause, earlier: earlierOf(sent) }
  const mapped = answer === undefined ? undefined : groupV2(event, answer)
  if (mapped !== undefined) return { ...mapped, unmapped: sent.fingerprint }
  const inAllWords = groupV3(sent)
  return inAllWords === undefined
    ? sent
    : { ...inAllWords, earlier: { fingerprint: sent.fingerprint, sameMessage: false, names: true } }
}

function groupByCause(event: ErrorEvent): Grouping | undefined {
  const cause = causeOf(event)
  if (cause === undefined) return undefined
  const natural = { rule: 'cause', summary: cause.summary, parts: cause.parts } as const
  const evidence = event.fingerprint === undefined ? natural : fingerprintEvidence(event.fingerprint, natural)
  // A fingerprint of the SDK's own knows no cause.
  if (!cause.parts.every((part) => evidence.parts.includes(part))) return undefined
  return {
    version: 2,
    fingerprint: hash('sha256', JSON.stringify([2, ...evidence.parts])).slice(0, 32),
    evidence: { ...evidence, parts: shown(evidence.parts) },
  }
}

/**
 * Grouping by stack distinguishes errors of one function only by type, so the earlier issue must also have the same
 * message.
 */
function earlierOf({ fingerprint, evidence: { rule } }: Grouping): NonNullable<Grouping['earlier']> {
  return { fingerprint, sameMessage: rule !== 'exception' && rule !== 'message', names: false }
}
