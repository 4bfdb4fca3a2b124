/** Visits of one kind: how many were rated, and how many of them good. */
export interface RatedVisits {
  readonly samples: number
  readonly p75: number
  readonly good: number
}

export type VitalChange = 'regressed' | 'improved' | 'unclear'

/** Fewer visits say nothing about the others. */
export const LEAST_SAMPLES = 30
/** A difference that chance makes once in a hundred comparisons. */
const SIGNIFICANT_Z = 2.58
/** A difference that nobody feels, however certain it is. */
const LEAST_CHANGE = 0.05

/**
 * Whether visits got better or worse: the share of good ones has to differ by more than chance explains, and the 75th
 * percentile by more than a twentieth in the same direction.
 */
export function compareVisits(before: RatedVisits, after: RatedVisits): VitalChange {
  if (before.samples < LEAST_SAMPLES || after.samples < LEAST_SAMPLES) return 'unclear'
  const change = before.p75 === 0 ? after.p75 : (after.p75 - before.p75) / before.p75
  if (Math.abs(change) < LEAST_CHANGE) return 'unclear'
  const z = zScore(before, after)
  if (Math.abs(z) < SIGNIFICANT_Z || Math.sign(z) !== Math.sign(change)) return 'unclear'
  return change > 0 ? 'regressed' : 'improved'
}

/** Of the shares that are not good, by the usual test of two proportions; positive where there are more of them now. */
function zScore(before: RatedVisits, after: RatedVisits): number {
  const worse = ({ samples, good }: RatedVisits) => (samples - good) / samples
  const bad = before.samples - before.good + after.samples - after.good
  const share = bad / (before.samples + after.samples)
  const deviation = Math.sqrt(share * (1 - share) * (1 / before.samples + 1 / after.samples))
  return deviation === 0 ? 0 : (worse(after) - worse(before)) / deviation
}
