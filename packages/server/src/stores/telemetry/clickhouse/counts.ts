import { STORED_KINDS, type StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { KindCounts } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { TABLES } from './kinds.ts'
import type { Ask } from './questions.ts'

/** Of a project and a range, else of everything. */
export async function countKinds(ask: Ask, projectId?: string, range?: TimeRange): Promise<KindCounts> {
  const project = projectId === undefined ? undefined : parseDecimalId(projectId)
  if (projectId !== undefined && project === undefined) return countsOf([])
  const counts = STORED_KINDS.map(async (kind) => {
    const bind = ask.bindings()
    const where =
      project === undefined || range === undefined
        ? ''
        : `where project_id = ${bind.integer(project)} and received_at >= ${bind.integer(range.from)}
             and received_at < ${bind.integer(range.to)}`
    const [row] = await ask(`select count(*) as many from ${TABLES[kind][0]} ${where}`, bind)
    return [kind, Number(row?.['many'] ?? 0)] as const
  })
  return countsOf(await Promise.all(counts))
}

export function countsOf(counts: ReadonlyArray<readonly [StoredKind, number]>): KindCounts {
  const none = STORED_KINDS.map((kind) => [kind, 0] as const)
  return Object.fromEntries([...none, ...counts]) as KindCounts
}

/** Compressed, of all machines that this one knows of. */
export async function readBytes(ask: Ask): Promise<number> {
  const [row] = await ask(
    'select sum(bytes_on_disk) as bytes from system.parts where database = currentDatabase() and active',
    ask.bindings(),
  )
  return Number(row?.['bytes'] ?? 0)
}
