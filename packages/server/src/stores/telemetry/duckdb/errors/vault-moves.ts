import type { DatabaseSync } from 'node:sqlite'

import type { EventSummary, IssueMove } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId, requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { inTransaction } from '#stores/telemetry/duckdb/vault-file.ts'

export interface VaultMoves {
  /** The issue of an event that says it is of this one. */
  resolveMergedIssue(projectId: string, fingerprint: string, issueId: string): string
  move(move: IssueMove): void
}

export function createVaultMoves(db: DatabaseSync): VaultMoves {
  const find = db.prepare(
    'select moved_to from issue_moves where project_id = ? and fingerprint = ? and issue_id = ?',
  )
  const count = db.prepare('select count(*) as moves from issue_moves')
  const follow = db.prepare(
    'update issue_moves set moved_to = ? where project_id = ? and fingerprint = ? and moved_to = ?',
  )
  const arrive = db.prepare(
    'delete from issue_moves where project_id = ? and fingerprint = ? and issue_id = ?',
  )
  const leave = db.prepare(
    'insert into issue_moves values (?, ?, ?, ?) on conflict do update set moved_to = excluded.moved_to',
  )
  // Without merges there is nothing to look up per event.
  let isEmpty = Number(count.get()?.['moves']) === 0

  return {
    resolveMergedIssue(projectId, fingerprint, issueId) {
      const project = parseDecimalId(projectId)
      const issue = parseDecimalId(issueId)
      if (isEmpty || project === undefined || issue === undefined) return issueId
      const row = find.get(project, fingerprint, issue)
      return row === undefined ? issueId : String(row['moved_to'])
    },
    move({ projectId, from, to, fingerprints }) {
      const [project, source, target] = [projectId, from, to].map(requireDecimalId) as [
        bigint,
        bigint,
        bigint,
      ]
      isEmpty = false
      inTransaction(db, () => {
        for (const fingerprint of fingerprints) {
          follow.run(target, project, fingerprint, source)
          leave.run(project, fingerprint, source, target)
          arrive.run(project, fingerprint, target)
        }
      })
    },
  }
}

/** The issue may have been merged since the writer read it. */
export function withMergedIssue(moves: Pick<VaultMoves, 'resolveMergedIssue'>) {
  return <E extends Pick<EventSummary, 'projectId' | 'fingerprint' | 'issueId'>>(event: E): E => {
    const issueId = moves.resolveMergedIssue(event.projectId, event.fingerprint, event.issueId)
    return issueId === event.issueId ? event : { ...event, issueId }
  }
}
