import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { TimeRange } from '#domain/time-range.ts'
import { iso } from '#api/http/iso.ts'
import { periodMs, rangeOf } from '#api/sentry/list-params.ts'

/** A range of time in steps of equal width, the first of which begins with it. */
export interface Steps extends TimeRange {
  readonly stepMs: number
  readonly starts: readonly number[]
}

const DEFAULT_PERIOD = '90d'

interface Asked {
  readonly interval: string
  readonly statsPeriod: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** Whole steps: one that is cut off would seem to have less in it. */
export function stepsOf({ interval, statsPeriod, ...window }: Asked, now: number): Steps {
  const stepMs = periodMs(interval)
  if (stepMs === undefined || stepMs === 0)
    throw new AppError('invalid_input', 'interval: must be at least 1h.')
  const hasWindow = window.start !== undefined || window.end !== undefined
  const period = statsPeriod === '' && !hasWindow ? DEFAULT_PERIOD : statsPeriod
  const range = rangeOf({ ...window, statsPeriod: period }, now)
  if (range === undefined) throw new AppError('invalid_input', 'statsPeriod: must name a time.')
  const from = Math.floor(range.from / stepMs) * stepMs
  const to = Math.ceil(range.to / stepMs) * stepMs
  const count = (to - from) / stepMs
  if (count > LIMITS.telemetry.buckets)
    throw new AppError(
      'invalid_input',
      `interval: the time has ${count} steps, more than ${LIMITS.telemetry.buckets}. Make them longer.`,
    )
  return { from, to, stepMs, starts: Array.from({ length: count }, (_, index) => from + index * stepMs) }
}

export function shownSteps({ from, to, starts }: Steps) {
  return { start: iso(from), end: iso(to), intervals: starts.map(iso) }
}
