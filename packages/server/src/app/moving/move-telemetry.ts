import { addRows, NO_ROWS_SUMMED, type Checksum } from '#stores/checksum.ts'
import {
  movedText,
  type MovedPart,
  type MovedRows,
  type MovedStep,
  type TelemetrySource,
  type TelemetryTarget,
} from '#stores/telemetry/moving.ts'
import type { StepProgress } from './journal.ts'
import type { MoveProgress } from './progress.ts'

/**
 * Part by part. A part is noted when it is there; one that a kill interrupted is read and written again under the name that
 * it had, and the target stores nothing twice under one name.
 */
export async function moveTelemetry(
  source: TelemetrySource,
  target: TelemetryTarget,
  progress: MoveProgress,
): Promise<void> {
  await target.prepare()
  for (const step of source.steps) {
    const name = `telemetry ${step.name}`
    let done: StepProgress = progress.of(name) ?? { next: 0, items: 0, sent: {} }
    while (done.next !== undefined) {
      const part = await step.read(done.next)
      const written = `${progress.journal().id} ${step.name} ${done.next}`
      await Promise.all(part.parts.map((rows) => target.write(rows, written)))
      done = after(done, part)
      await progress.note(name, done, step.total)
    }
  }
}

function after(done: StepProgress, { parts, items, next }: MovedPart): StepProgress {
  const sent: Record<string, Checksum> = { ...done.sent }
  for (const rows of parts) {
    const { table } = rows.table
    sent[table] = addRows(sent[table] ?? NO_ROWS_SUMMED, textsOf(rows))
  }
  return { ...(next !== undefined && { next }), items: done.items + items, sent }
}

function* textsOf({ table, rows }: MovedRows) {
  for (const row of rows) yield row.map((value, at) => movedText(table.columns[at]!.kind, value))
}

/** Throws where a table does not hold what was sent. */
export async function verifyTelemetry(
  source: TelemetrySource,
  target: TelemetryTarget,
  progress: MoveProgress,
): Promise<void> {
  for (const step of source.steps) await verifyStep(step, target, progress)
}

async function verifyStep(step: MovedStep, target: TelemetryTarget, progress: MoveProgress): Promise<void> {
  const { sent } = progress.of(`telemetry ${step.name}`)!
  for (const table of step.tables) {
    const own = sent[table.table] ?? NO_ROWS_SUMMED
    // Of identifiers there are as many as events brought along; of every other table one row for each item.
    const rows = table.table === 'identifiers' ? own.rows : step.total
    progress.verify(table.table, own, await target.checksum(table), { rows })
  }
}
