import type { Kysely, Selectable } from 'kysely'
import type { Issue } from '#domain/issues/issue.ts'
import type { IssueStatus, IssueSubstatus } from '#domain/issues/issue-status.ts'
import { detailsOf } from '#domain/issues/lifecycle/details-text.ts'
import type { IssuePriority } from '#domain/issues/issue-priority.ts'
import type { Level } from '#domain/events/level.ts'
import { RECOGNISED_KINDS } from '#domain/events/known-error.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { changeIssues } from './issue-changes.ts'
import { issueLists } from './issue-list.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

export function issueRecords(db: Kysely<Schema>, reads: Kysely<Schema>, engine: RecordsEngine): IssueRecords {
  const lists = issueLists(reads, engine)
  const select = () => db.selectFrom('issues').selectAll()
  const aliases = () => db.selectFrom('issue_aliases').select('issue_id')
  return {
    async byId(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      const merged = () =>
        select()
          .where('id', '=', aliases().where('id', '=', id))
          .executeTakeFirst()
      const found = row ?? (await merged())
      return found && toIssue(found)
    },
    async byNumber(projectId, number) {
      const row = await select()
        .where('project_id', '=', projectId)
        .where('number', '=', number)
        .executeTakeFirst()
      const alias = aliases().where('project_id', '=', projectId).where('number', '=', number)
      const found = row ?? (await select().where('id', '=', alias).executeTakeFirst())
      return found && toIssue(found)
    },
    async byIds(ids) {
      const rows = await reads
        .selectFrom('issues')
        .selectAll()
        .where('id', 'in', engine.listOf(ids))
        .execute()
      return rows.map(toIssue)
    },
    async page(filter, options) {
      const { rows, next } = await lists.page(filter, options)
      return { issues: rows.map(toIssue), next }
    },
    count: async (filter) => lists.count(filter),
    ids: async (filter, options) => lists.ids(filter, options),
    tally: async (filter, by, limit) => lists.tally(filter, by, limit),
    spread: async (filter) => lists.spread(filter),
    change: async (changes, now, by) => changeIssues(db, engine, changes, now, by),
    async expire(projectId, before) {
      // A batch of the digest that found one of them must not count on a row that is gone.
      const result = await engine.inProjects(db, [projectId], (transaction) =>
        transaction
          .deleteFrom('issues')
          .where('project_id', '=', projectId)
          .where('last_seen', '<', before)
          .executeTakeFirst(),
      )
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
    statusChangedAt: row.status_changed_at,
    ...detailsOf(row.status as IssueStatus, row.status_details),
    priority: row.priority as IssuePriority,
    priorityChosen: row.priority_chosen === 1,
    level: row.level as Level,
    title: row.title,
    culprit: row.culprit,
    type: row.type,
    value: row.value,
    platform: row.platform,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    eventCount: row.event_count,
    userCount: row.user_count,
    firstRelease: row.first_release ?? undefined,
    lastRelease: row.last_release ?? undefined,
    assigneeId: row.assignee_id ?? undefined,
    assigneeTeamId: row.assignee_team_id ?? undefined,
    recognised: kindOf(row.recognised),
  }
}

function kindOf(stored: string | null): RecognisedKind | undefined {
  return RECOGNISED_KINDS.find((kind) => kind === stored)
}
