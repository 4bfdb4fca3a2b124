import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Tokens and invitations end with the membership of their creator, so the creator must be stored. */
export async function up(transaction: Transaction<Schema>): Promise<void> {
  const { schema } = transaction
  await schema.alterTable('api_tokens').addColumn('owner_id', 'text').execute()
  await schema.alterTable('invitations').addColumn('token_id', 'text').execute()
  await schema
    .createTable('used_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('used_codes_pk', ['user_id', 'code_hash'])
    .execute()
  await takeOwnersFromAudit(transaction)
  await endWithoutMember(transaction)
}

/** Only the audit log knows who made what is there already; what it does not know belongs to the organization. */
async function takeOwnersFromAudit(transaction: Transaction<Schema>): Promise<void> {
  await sql`
    update api_tokens set owner_id = (
      select actor_id from audit
      where audit.organization_id = api_tokens.organization_id and action = 'created'
        and target_kind = 'token' and target_id = api_tokens.id and actor_kind = 'user'
      order by position limit 1
    )`.execute(transaction)
  await sql`
    update invitations set token_id = (
      select actor_id from audit
      where audit.organization_id = invitations.organization_id and action = 'created'
        and target_kind = 'invitation' and target_id = invitations.id and actor_kind = 'token'
      order by position limit 1
    )`.execute(transaction)
  await sql`
    update invitations set invited_by = (select owner_id from api_tokens where api_tokens.id = invitations.token_id)
    where invited_by is null`.execute(transaction)
}

/** Otherwise objects of a former member would become valid again after a new invitation. */
async function endWithoutMember(transaction: Transaction<Schema>): Promise<void> {
  const isGone = (owner: 'owner_id' | 'invited_by', table: 'api_tokens' | 'invitations') => sql`
    ${sql.ref(`${table}.${owner}`)} is not null and not exists (
      select 1 from members where members.user_id = ${sql.ref(`${table}.${owner}`)}
        and members.organization_id = ${sql.ref(`${table}.organization_id`)}
    )`
  await sql`
    insert into audit (organization_id, position, at, actor_kind, actor_name, action, target_kind, target_id, target_name, "before")
    select gone.organization_id,
      coalesce((select max(position) from audit where audit.organization_id = gone.organization_id), 0)
        + row_number() over (partition by gone.organization_id order by gone.id),
      coalesce((select max(at) from audit where audit.organization_id = gone.organization_id), gone.created_at),
      'system', '', 'revoked', 'token', gone.id, gone.name, '{"scopes":' || gone.scopes || '}'
    from (select * from api_tokens where ${isGone('owner_id', 'api_tokens')}) as gone`.execute(transaction)
  await sql`delete from api_tokens where ${isGone('owner_id', 'api_tokens')}`.execute(transaction)
  await sql`delete from invitations where ${isGone('invited_by', 'invitations')}`.execute(transaction)
}
