import type { TimeRange } from '#domain/time-range.ts'
import type { Condition, Scope } from '#stores/telemetry/telemetry.ts'

/** What a list is restricted to beside its search. */
export interface Within {
  /** By time of receipt. */
  readonly range?: TimeRange | undefined
  /** Any of these; all if there are none. */
  readonly environments?: readonly string[] | undefined
}

export function within(scope: Scope, { range, environments }: Within): Scope {
  const where = [...(scope.where ?? []), ...environmentConditions(environments)]
  return { ...scope, range: range ?? scope.range, ...(where.length > 0 && { where }) }
}

export function environmentConditions(environments: Within['environments'] = []): readonly Condition[] {
  return environments.length === 0 ? [] : [{ dimension: 'environment', op: 'is', values: environments }]
}
