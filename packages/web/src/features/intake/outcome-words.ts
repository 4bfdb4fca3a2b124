import { useLingui } from '@lingui/react/macro'
import { whyOf } from '#product/intake/reasons.ts'
import type { Outcome } from './intake-report.ts'

interface Words {
  readonly name: string
  readonly about: string
}

export function useOutcomeWords(): Readonly<Record<Outcome, Words>> {
  const { t } = useLingui()
  return {
    accepted: {
      name: t`Accepted`,
      about: t`Stored and processed: errors into issues, sessions into releases, spans into traces.`,
    },
    kept_raw: { name: t`Kept raw`, about: t`Stored, but this version doesn’t process this type yet.` },
    cut: { name: t`Shortened`, about: t`Fields over a size limit. The items themselves were accepted.` },
    scrubbed: { name: t`Secrets removed`, about: t`Replaced before anything was stored, counted by rule.` },
    dropped: { name: t`Dropped`, about: t`Accepted but not stored: duplicates, filtered or damaged.` },
    refused: { name: t`Rejected`, about: t`Rejected with an error response.` },
  }
}

interface Reason {
  readonly category: string
  readonly outcome: Outcome
  readonly reason: string
  readonly explanation: string
}

/** Why it ended so, in one sentence. */
export function useExplain(): (row: Reason) => string {
  const { t } = useLingui()
  return ({ outcome, category, reason, explanation }) => {
    if (outcome === 'accepted' && category === 'session') return t`Stored and counted for its release.`
    if (outcome === 'accepted' && (category === 'span' || category === 'transaction'))
      return t`Stored as part of a trace.`
    if (outcome === 'accepted') return t`Stored as part of an issue.`
    if (outcome === 'kept_raw') return t`Stored with secrets removed. Not processed by this version yet.`
    if (outcome === 'cut') return t`Stored, with ${reason} shortened to its limit.`
    if (outcome === 'scrubbed') return t`Stored, with a secret replaced (${reason}).`
    if (reason === 'other') return t`Too many different reasons to list them separately.`
    return whyOf(reason, explanation)
  }
}

/** Kinds of data by the names SDKs give them. */
export function useCategoryName(): (category: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    error: t`Errors`,
    transaction: t`Transactions`,
    span: t`Spans`,
    security: t`Security reports`,
    attachment: t`Attachments`,
    session: t`Sessions`,
    profile: t`Profiles`,
    replay: t`Replays`,
    monitor: t`Check-ins`,
    feedback: t`Feedback`,
    log_item: t`Logs`,
    trace_metric: t`Metrics`,
    internal: t`Client reports`,
    default: t`Other data`,
  }
  return (category) => names[category] ?? category
}
