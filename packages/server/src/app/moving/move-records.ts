import { AppError } from '#domain/app-error.ts'
import type { RecordSource, RecordTarget } from '#stores/records/moving.ts'
import type { MoveProgress } from './progress.ts'

/** Table by table; one that a kill interrupted is copied again from its beginning. */
export async function moveRecords(
  source: RecordSource,
  target: RecordTarget,
  progress: MoveProgress,
): Promise<void> {
  const [here, there] = [source.migrations(), await target.migrations()]
  if (here.join() !== there.join())
    throw new AppError(
      'conflict',
      'The records and the database were written by different versions of Hindcast.',
    )
  for (const table of await target.inOrder(source.tables())) {
    const name = `records ${table}`
    if (progress.of(name) !== undefined) continue
    const total = source.count(table)
    const sent = await target.copy(table, source, (rows) => progress.show(name, rows, total))
    await progress.note(name, { items: sent.rows, sent: { [table]: sent } }, total)
  }
}

/** Throws where a table does not hold what was sent. */
export async function verifyRecords(
  source: RecordSource,
  target: RecordTarget,
  progress: MoveProgress,
): Promise<void> {
  for (const table of source.tables())
    progress.verify(table, progress.of(`records ${table}`)!.sent[table]!, await target.checksum(table), {
      rows: source.count(table),
    })
}
