import type { Transaction } from 'kysely'
import type { Group } from './digest-groups.ts'
import type { KnownIssue } from './digest-issue.ts'
import type { digestStatements } from './digest-statements.ts'
import { fingerprintKey } from '#stores/records/tables/issues/rollups/rollup-keys.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export interface IssueFinder {
  readonly find: (transaction: Transaction<Schema>, group: Group) => Promise<KnownIssue | undefined>
  /**
   * The issue that these events had while their maps were missing becomes theirs, unless another bug was first; and so
   * does the one that an earlier version of the grouping gave them.
   */
  readonly claim: (transaction: Transaction<Schema>, group: Group) => Promise<KnownIssue | undefined>
}

export function issueFinder(statements: ReturnType<typeof digestStatements>): IssueFinder {
  return {
    async find(transaction, { projectId: project_id, version, fingerprint }) {
      const { rows } = await transaction.executeQuery(statements.find({ project_id, version, fingerprint }))
      return rows[0]
    },
    async claim(transaction, group) {
      const issue = await (group.unmapped === undefined
        ? ofEarlierVersion(transaction, group)
        : ofUnmapped(transaction, group, group.unmapped))
      if (issue) {
        const { projectId: project_id, version, fingerprint } = group
        const { id: issue_id, came_from } = issue
        const key = fingerprintKey({ project_id, version, fingerprint })
        const claimed = { project_id, version, fingerprint, issue_id, came_from, key }
        await transaction.insertInto('fingerprints').values(claimed).execute()
      }
      return issue
    },
  }

  async function ofUnmapped(transaction: Transaction<Schema>, { projectId }: Group, fingerprint: string) {
    const wanted = { project_id: projectId, version: 1, fingerprint, claiming: 2 }
    const { rows } = await transaction.executeQuery(statements.findUnclaimed(wanted))
    return rows[0]
  }

  async function ofEarlierVersion(transaction: Transaction<Schema>, group: Group) {
    const { projectId, version, earlier, latest } = group
    for (const { fingerprint, sameMessage, once } of earlier) {
      const wanted = { project_id: projectId, version: 1, fingerprint }
      const { type, value } = latest
      const { rows } = await transaction.executeQuery(
        once === true
          ? statements.findUnclaimed({ ...wanted, claiming: version })
          : sameMessage
            ? statements.findSame({ ...wanted, type: storable(type), value: storable(value) })
            : statements.find(wanted),
      )
      if (rows[0]) return rows[0]
    }
    return undefined
  }
}
