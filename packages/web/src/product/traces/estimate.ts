import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'

/** Whether it says less than it would if everything had been sent. */
export const isEstimate = ({ margin }: Estimate): boolean => margin >= 1

/** How sure a part of what was counted is, where each of it stands for as many as on average. */
export function partOf(all: Estimate, total: number): Estimate {
  const weight = all.sampled === 0 ? 1 : Math.max(1, all.total / all.sampled)
  const margin = isEstimate(all) ? 1.96 * Math.sqrt(total * (weight - 1)) : 0
  return { sampled: Math.round(total / weight), total, margin }
}
