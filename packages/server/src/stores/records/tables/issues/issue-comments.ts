import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { AppError } from '#domain/app-error.ts'
import type { IssueActivityData } from '#domain/issues/issue-activity.ts'
import type { IssueCommentRecords, SubscriptionReason } from '#stores/records/issue-comments.ts'
import { addActivity, toActivity } from './activity.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

type OwnBuilder = ExpressionBuilder<Schema, 'issue_activity'>

export function issueCommentRecords(
  db: Kysely<Schema>,
  reads: Kysely<Schema>,
  engine: RecordsEngine,
): IssueCommentRecords {
  const own = (issueId: string, id: string, personId: string) => (eb: OwnBuilder) =>
    eb.and({ issue_id: issueId, place: Number(id), person_id: personId, kind: 'comment' })
  return {
    comment: async (issueId, personId, text, now) =>
      db.transaction().execute(async (transaction) => {
        await subscribe(transaction, issueId, personId, 'commented')
        return addActivity(transaction, issueId, { at: now, kind: 'comment', personId, data: { text } })
      }),
    async edit(issueId, id, personId, text, now) {
      const data: IssueActivityData = { text, editedAt: now }
      const row = await db
        .updateTable('issue_activity')
        .set({ data: JSON.stringify(data) })
        .where(own(issueId, id, personId))
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) throw noComment()
      return toActivity(row)
    },
    async remove(issueId, id, personId) {
      const { numDeletedRows } = await db
        .deleteFrom('issue_activity')
        .where(own(issueId, id, personId))
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw noComment()
    },
    async counts(issueIds) {
      const rows = await reads
        .selectFrom('issue_activity')
        .select((eb) => ['issue_id', eb.fn.countAll<number>().as('comments')])
        .where('issue_id', 'in', engine.listOf(issueIds))
        .where('kind', '=', 'comment')
        .groupBy('issue_id')
        .execute()
      return new Map(rows.map((row) => [row.issue_id, row.comments]))
    },
    ...subscriptions(db),
  }
}

function subscriptions(db: Kysely<Schema>): Pick<IssueCommentRecords, 'follow' | 'following' | 'followers'> {
  return {
    async follow(issueId, userId, active) {
      const chosen = { active: active ? 1 : 0, reason: 'chosen' }
      await db
        .insertInto('issue_subscriptions')
        .values({ issue_id: issueId, user_id: userId, ...chosen })
        .onConflict((conflict) => conflict.columns(['issue_id', 'user_id']).doUpdateSet(chosen))
        .execute()
    },
    async following(issueId, userId) {
      const row = await db
        .selectFrom('issue_subscriptions')
        .select('reason')
        .where('issue_id', '=', issueId)
        .where('user_id', '=', userId)
        .where('active', '=', 1)
        .executeTakeFirst()
      return row?.reason as SubscriptionReason | undefined
    },
    async followers(issueId) {
      const rows = await db
        .selectFrom('issue_subscriptions')
        .select('user_id')
        .where('issue_id', '=', issueId)
        .where('active', '=', 1)
        .orderBy('user_id')
        .execute()
      return rows.map((row) => row.user_id)
    },
  }
}

/** Subscribes a participant, unless they follow it already or unfollowed it. */
export async function subscribe(
  transaction: Transaction<Schema>,
  issueId: string,
  userId: string,
  reason: SubscriptionReason,
): Promise<void> {
  await transaction
    .insertInto('issue_subscriptions')
    .values({ issue_id: issueId, user_id: userId, active: 1, reason })
    .onConflict((conflict) => conflict.columns(['issue_id', 'user_id']).doNothing())
    .execute()
}

function noComment(): AppError {
  return new AppError('not_found', 'Comment not found, or it is not yours.')
}
