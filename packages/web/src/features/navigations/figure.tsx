import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { partOf } from '#product/traces/estimate.ts'
import { EstimateText } from '#product/traces/estimate-text.tsx'

interface Props {
  readonly of: number
  /** What it is a part of, or was sampled with: it is as sure as that. */
  readonly among: Estimate
}

/** A number that may have been extrapolated, and a dash for none. */
export function Figure({ of, among }: Props) {
  return of === 0 ? <>–</> : <EstimateText of={partOf(among, Math.max(1, of))} />
}
