import type { OverviewTimeline, TimelineMark } from '@hindcast/contract/overview/overview.ts'

export interface Bar {
  readonly start: number
  readonly errors: number
  readonly marks: readonly TimelineMark[]
}

/** Oldest first. */
export function barsOf({ errors, marks }: OverviewTimeline): readonly Bar[] {
  const from = Date.parse(errors.from)
  const widthMs = errors.bucketSeconds * 1000
  return errors.values.map((value, index) => {
    const start = from + index * widthMs
    const within = ({ at }: TimelineMark) => Date.parse(at) >= start && Date.parse(at) < start + widthMs
    return { start, errors: value, marks: marks.filter(within) }
  })
}

/** The midnights of the reader within the range. */
export function dayStarts(from: number, to: number): readonly number[] {
  const starts: number[] = []
  const midnight = new Date(from)
  midnight.setHours(0, 0, 0, 0)
  while (midnight.getTime() < to) {
    if (midnight.getTime() >= from) starts.push(midnight.getTime())
    midnight.setDate(midnight.getDate() + 1)
  }
  return starts
}
