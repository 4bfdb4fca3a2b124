import type { IntakeCount } from '#domain/intake/intake.ts'
import type { IntakeRecords } from '#stores/records/records.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const SECOND_MS = 1_000

/**
 * Writes down what ingest counted. What cannot be written is kept, added up per cell, and goes with the next
 * flush: a full disk must not make refusals disappear from the intake page. Run it once more before closing.
 */
export function flushIntakeJob(deps: {
  readonly drain: () => readonly IntakeCount[]
  readonly intake: Pick<IntakeRecords, 'add'>
}): Job {
  let kept: readonly IntakeCount[] = []
  return {
    name: 'flush-intake',
    everyMs: SECOND_MS,
    async run() {
      const counts = addedUp([...kept, ...deps.drain()])
      kept = counts
      if (counts.length === 0) return
      await deps.intake.add(counts)
      kept = []
    },
  }
}

function addedUp(counts: readonly IntakeCount[]): readonly IntakeCount[] {
  const cells = new Map<string, IntakeCount>()
  for (const count of counts) {
    const { projectId = null, hour, category, outcome, reason } = count
    const key = JSON.stringify([projectId, hour, category, outcome, reason])
    const quantity = (cells.get(key)?.quantity ?? 0) + count.quantity
    cells.set(key, { ...count, quantity })
  }
  return [...cells.values()]
}
