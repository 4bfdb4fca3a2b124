import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { OpenedRecords } from '#stores/records/records.contract.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface AuthUser {
  auth_user: {
    id: string
    name: string
    email: string
    emailVerified: number
    createdAt: string
    updatedAt: string
  }
}

/** Records for the suites that every engine passes, with users as the account library would store them. */
export async function forContract(open: () => Promise<RecordStore>): Promise<OpenedRecords> {
  const store = await open()
  const db = store.accounts.db as Kysely<AuthUser>
  return {
    store,
    another: open,
    async addUser(id) {
      const moment = new Date(0).toISOString()
      const email = `${id}@example.com`
      const user = { id, name: id, email, emailVerified: 0, createdAt: moment, updatedAt: moment }
      await db.insertInto('auth_user').values(user).execute()
    },
    async removeUser(id) {
      await db.deleteFrom('auth_user').where('id', '=', id).execute()
    },
  }
}

/** A folder for the tests of a file, in memory: for thousands of commits where it is not proved that the disk keeps them. */
export function quickFolder(): () => string {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hindcast-records-'))
  })
  afterAll(async () => rm(folder, { recursive: true }))
  return () => folder
}
