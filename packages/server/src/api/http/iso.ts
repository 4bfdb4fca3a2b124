/** The largest moment a Date can hold; an SDK's clock may claim anything. */
const LAST = 8_640_000_000_000_000

export function iso(epochMs: number): string {
  return new Date(Math.min(Math.max(epochMs, 0), LAST)).toISOString()
}

export function isoOrNull(epochMs: number | undefined): string | null {
  return epochMs === undefined || Number.isNaN(epochMs) ? null : iso(epochMs)
}
