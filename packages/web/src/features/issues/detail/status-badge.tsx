import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { Badge, type Tone } from '#ui/data/badge.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  new: 'info',
  regressed: 'warning',
  escalating: 'error',
  resolved: 'success',
  ignored: 'debug',
}

export function StatusBadge({ issue }: { readonly issue: Pick<IssueSummary, 'status' | 'substatus'> }) {
  const { t } = useLingui()
  const state = issue.status === 'unresolved' ? issue.substatus : issue.status
  const word = {
    new: t`New`,
    ongoing: t`Ongoing`,
    regressed: t`Regressed`,
    escalating: t`Escalating`,
    resolved: t`Resolved`,
    ignored: t`Ignored`,
  }[state]
  return <Badge tone={TONES[state] ?? 'plain'}>{word}</Badge>
}
