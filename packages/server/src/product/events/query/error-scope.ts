import type { TimeRange } from '#domain/time-range.ts'
import type { Scope, ValueCondition } from '#stores/telemetry/telemetry.ts'

/** Warnings, messages and what browsers report about policies are events as well, and no errors of a page. */
const ARE_ERRORS: readonly ValueCondition[] = [
  { dimension: 'level', op: 'is', values: ['error', 'fatal'] },
  { dimension: 'kind', op: 'is', values: ['error', 'default'] },
]

export interface ErrorFilter {
  readonly projectId: string
  readonly range: TimeRange
  readonly release?: string | undefined
  readonly environment?: string | undefined
  readonly route?: string | undefined
}

/** The events that every screen counts as errors. */
export function errorScope({ projectId, range, ...filter }: ErrorFilter): Scope {
  const narrowed = (['release', 'environment', 'route'] as const).flatMap((dimension) => {
    const value = filter[dimension]
    return value === undefined ? [] : [{ dimension, op: 'is', values: [value] } as const]
  })
  return { projectId, range, where: [...ARE_ERRORS, ...narrowed] }
}
