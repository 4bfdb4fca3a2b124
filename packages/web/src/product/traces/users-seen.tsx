import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { useLingui } from '@lingui/react/macro'
import { Count } from '#ui/data/count.tsx'
import { isEstimate } from './estimate.ts'

interface Props {
  readonly users: number
  /** What they were seen in. */
  readonly visits: Estimate
}

/** Users cannot be extrapolated: how many of them are in no sampled visit depends on how often each comes. */
export function UsersSeen({ users, visits }: Props) {
  const { t } = useLingui()
  if (!isEstimate(visits)) return <Count of={users} />
  const title = t`At least this many: visits are sampled, and users without a sampled visit are not counted`
  return (
    <span title={title}>
      ≥ <Count of={users} />
      <span className="sr-only"> ({title})</span>
    </span>
  )
}
