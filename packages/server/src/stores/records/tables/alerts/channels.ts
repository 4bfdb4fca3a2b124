import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Channel, ChannelKind } from '#domain/alerts/channel.ts'
import { AppError } from '#domain/app-error.ts'
import type { ChannelRecords } from '#stores/records/alerts.ts'
import type { ChannelTable } from './alert-tables.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function channelRecords(db: Kysely<Schema>): ChannelRecords {
  const byId = async (id: string) => {
    const row = await db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toChannel(row)
  }
  return {
    async create({ organizationId, name, kind, hint, sealed, createdAt }, { most }) {
      return db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('alert_channels')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow()
        if (count >= most)
          throw new AppError('conflict', `You already have ${most} channels, which is the limit.`)
        const row: ChannelTable = {
          id: randomUUID(),
          organization_id: organizationId,
          name: storable(name),
          kind,
          hint: storable(hint),
          sealed,
          created_at: createdAt,
        }
        await transaction.insertInto('alert_channels').values(row).execute()
        return toChannel(row)
      })
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom('alert_channels')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(toChannel)
    },
    byId,
    async update(id, { name, hint, sealed }) {
      await db
        .updateTable('alert_channels')
        .set({
          ...(name !== undefined && { name: storable(name) }),
          ...(hint !== undefined && { hint: storable(hint) }),
          ...(sealed !== undefined && { sealed }),
        })
        .where('id', '=', id)
        .execute()
      const channel = await byId(id)
      if (channel === undefined) throw new AppError('not_found', 'Channel not found.')
      return channel
    },
    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('alert_channels').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function toChannel(row: Selectable<ChannelTable>): Channel {
  const { id, organization_id: organizationId, name, kind, hint, sealed, created_at: createdAt } = row
  return { id, organizationId, name, kind: kind as ChannelKind, hint, sealed, createdAt }
}
