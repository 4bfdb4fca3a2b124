import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { Badge, type Tone } from '#ui/data/badge.tsx'
import { trendOf } from './trend.ts'

/** The one word about an issue that changes what to do with it. An ongoing one needs none. */
export function IssueBadge({ issue }: { readonly issue: IssueSummary }) {
  const { t } = useLingui()
  const word = wordOf(issue)
  if (word === undefined) return null
  const [tone, text] = {
    resolved: ['success' as Tone, t`Resolved`] as const,
    ignored: ['plain' as Tone, t`Ignored`] as const,
    regressed: ['warning' as Tone, t`Regressed`] as const,
    new: ['info' as Tone, t`New`] as const,
    escalating: ['error' as Tone, t`Escalating`] as const,
    rising: ['error' as Tone, t`Rising`] as const,
  }[word]
  return <Badge tone={tone}>{text}</Badge>
}

function wordOf({ status, substatus, series }: IssueSummary) {
  if (status !== 'unresolved') return status
  if (substatus === 'regressed' || substatus === 'escalating') return substatus
  if (trendOf(series.values) === 'rising') return 'rising'
  return substatus === 'new' ? substatus : undefined
}
