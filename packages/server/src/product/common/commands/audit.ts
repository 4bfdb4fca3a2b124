import { difference, type Actor, type AuditEntry } from '#domain/people/audit.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface AuditDeps {
  readonly records: Pick<RecordStore, 'audit' | 'people' | 'tokens'>
  readonly now: () => number
}

/** `before` and `after` may be whole objects: only what differs is kept, and secrets never are. */
export type AuditNote = Pick<AuditEntry, 'organizationId' | 'verb' | 'target' | 'before' | 'after'>

/** Called by the command that made the change, before it answers. A change that changed nothing is no line. */
export async function audit(
  { records, now }: AuditDeps,
  actor: Actor,
  ...notes: readonly AuditNote[]
): Promise<void> {
  const [first] = notes
  if (first === undefined) return
  const name = await nameOf(records, actor, first.organizationId)
  const entries = notes.map(({ organizationId, verb, target, before, after }): AuditEntry => {
    const differing = difference(before, after)
    return Object.assign(differing, { organizationId, verb, target, at: now(), actor: { ...actor, name } })
  })
  await records.audit.add(entries.filter(saysSomething))
}

function saysSomething({ verb, after }: AuditEntry): boolean {
  return verb !== 'changed' || Object.keys(after ?? {}).length > 0
}

async function nameOf(
  records: AuditDeps['records'],
  { kind, id }: Actor,
  organizationId: string,
): Promise<string> {
  if (kind === 'user' && id !== undefined) {
    const [person] = await records.people.byIds([id])
    return person === undefined ? '' : person.name || person.email
  }
  if (kind === 'token') {
    const tokens = await records.tokens.list(organizationId)
    return tokens.find((token) => token.id === id)?.name ?? ''
  }
  return ''
}
