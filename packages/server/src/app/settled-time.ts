import type { Spool } from '#spool/spool.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** A request that was received may still be on its way to the disk for this long. */
const ON_ITS_WAY_MS = 1_000
const MOST_MARKS = 1_000

export interface SettledTimeDeps {
  readonly spool: { readonly id: string; status(): Pick<ReturnType<Spool['status']>, 'committed'> }
  readonly telemetry: Pick<TelemetryStore, 'watermark'>
  readonly now: () => number
}

/**
 * Up to which moment everything that was received is in all stores. At each call what is committed by now is noted with
 * the time; once the stores have got that far, everything from before that time is in them.
 */
export function createSettledTime({ spool, telemetry, now }: SettledTimeDeps): () => Promise<number> {
  let marks: Array<{ readonly at: number; readonly committed: number }> = []
  let settled = 0
  return async () => {
    // A backlog of hours: some marks fewer only make it coarser.
    if (marks.length >= MOST_MARKS) marks = marks.filter((_, index) => index % 2 === 0)
    marks.push({ at: now() - ON_ITS_WAY_MS, committed: spool.status().committed })
    const position = await telemetry.watermark(spool.id)
    while (marks[0] !== undefined && marks[0].committed <= position) settled = marks.shift()!.at
    return settled
  }
}
