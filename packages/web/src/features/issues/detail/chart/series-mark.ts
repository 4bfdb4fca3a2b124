import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'

export interface SeriesRange {
  readonly from: number
  readonly to: number
}

export function rangeOf({ from, bucketSeconds, values }: IssueDetail['series']): SeriesRange {
  const start = Date.parse(from)
  return { from: start, to: start + values.length * bucketSeconds * 1000 }
}

/** The share of the chart that lies before the moment; undefined where it is outside. */
export function placeIn({ from, to }: SeriesRange, at: number): number | undefined {
  return at >= from && at < to ? (at - from) / (to - from) : undefined
}
