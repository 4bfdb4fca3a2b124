import type { Transaction } from 'kysely'
import type { Group } from './digest-groups.ts'
import type { KnownIssue } from './digest-issue.ts'
import type { digestStatements } from './digest-statements.ts'
import type { Schema } from './schema.ts'

export interface IssueFinder {
  readonly find: (transaction: Transaction<Schema>, group: Group) => Promise<KnownIssue | undefined>
  /** The issue that these events had while their maps were missing becomes theirs, unless another bug was first. */
  readonly claim: (transaction: Transaction<Schema>, group: Group) => Promise<KnownIssue | undefined>
}

export function issueFinder(statements: ReturnType<typeof digestStatements>): IssueFinder {
  return {
    async find(transaction, { projectId: project_id, version, fingerprint }) {
      const { rows } = await transaction.executeQuery(statements.find({ project_id, version, fingerprint }))
      return rows[0]
    },
    async claim(transaction, { projectId: project_id, version, fingerprint, unmapped }) {
      if (unmapped === undefined) return undefined
      const { rows } = await transaction.executeQuery(
        statements.findUnclaimed({ project_id, version: 1, fingerprint: unmapped }),
      )
      const issue = rows[0]
      if (issue) {
        const claimed = { project_id, version, fingerprint, issue_id: issue.id }
        await transaction.insertInto('fingerprints').values(claimed).execute()
      }
      return issue
    },
  }
}
