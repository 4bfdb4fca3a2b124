import type { Kysely, Selectable } from 'kysely'
import type { Issue, IssueStatus, IssueSubstatus } from '#domain/issue.ts'
import type { Level } from '#domain/level.ts'
import type { IssueRecords } from '#stores/records.ts'
import { countIssues, pageIssues } from './issue-list.ts'
import type { IssueTable, Schema } from './schema.ts'

export function issueRecords(db: Kysely<Schema>): IssueRecords {
  const select = () => db.selectFrom('issues').selectAll()
  return {
    async byId(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row && toIssue(row)
    },
    async byNumber(projectId, number) {
      const row = await select()
        .where('project_id', '=', projectId)
        .where('number', '=', number)
        .executeTakeFirst()
      return row && toIssue(row)
    },
    async page(filter, options) {
      const { rows, next } = await pageIssues(db, filter, options)
      return { issues: rows.map(toIssue), next }
    },
    count: async (filter) => countIssues(db, filter),
    async setStatus(id, status, now) {
      await db
        .updateTable('issues')
        .set({ status, substatus: 'ongoing', status_changed_at: now })
        .where('id', '=', id)
        .where('status', '!=', status)
        .execute()
    },
    async expire(projectId, before) {
      const result = await db
        .deleteFrom('issues')
        .where('project_id', '=', projectId)
        .where('last_seen', '<', before)
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function toIssue(row: Selectable<IssueTable>): Issue {
  return {
    id: row.id,
    projectId: row.project_id,
    number: row.number,
    status: row.status as IssueStatus,
    substatus: row.substatus as IssueSubstatus,
    level: row.level as Level,
    title: row.title,
    culprit: row.culprit,
    type: row.type,
    value: row.value,
    platform: row.platform,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    eventCount: row.event_count,
    firstRelease: row.first_release ?? undefined,
    lastRelease: row.last_release ?? undefined,
  }
}
