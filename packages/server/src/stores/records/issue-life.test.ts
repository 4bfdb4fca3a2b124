import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Log } from '#domain/log.ts'
import { describeIssueLife } from '#stores/issue-life.contract.ts'
import { describeLifeModel } from '#stores/issue-life.property.ts'
import { openSqliteRecords } from './sqlite.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let files = 0
beforeAll(async () => {
  // Thousands of commits; what is proved here is not that the disk keeps them.
  const quick = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  folder = await mkdtemp(join(quick, 'hindcast-life-'))
})
afterAll(async () => rm(folder, { recursive: true }))

interface AuthUser {
  auth_user: Record<'id' | 'name' | 'email' | 'createdAt' | 'updatedAt', string> & { emailVerified: number }
}

describeIssueLife('SQLite', async () => {
  files += 1
  const open = async () => openSqliteRecords({ file: join(folder, `records${files}.sqlite`), log })
  const store = await open()
  const users = store.accounts.db as Kysely<AuthUser>
  return {
    store,
    another: open,
    async addUser(id: string) {
      const moment = new Date(0).toISOString()
      const email = `${id}@example.com`
      const user = { id, name: id, email, emailVerified: 0, createdAt: moment, updatedAt: moment }
      await users.insertInto('auth_user').values(user).execute()
    },
    async removeUser(id: string) {
      await users.deleteFrom('auth_user').where('id', '=', id).execute()
    },
  }
})

describeLifeModel('SQLite', async () => openSqliteRecords({ file: join(folder, 'lives.sqlite'), log }), 2_000)
