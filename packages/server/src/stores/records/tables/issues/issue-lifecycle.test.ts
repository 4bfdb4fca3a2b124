import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { silentLog } from '#domain/testing.ts'
import { describeIssueLifecycle } from '#stores/records/issue-lifecycle.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { quickFolder } from '#stores/records/testing/for-contract.ts'

const folder = quickFolder()
let files = 0

interface AuthUser {
  auth_user: Record<'id' | 'name' | 'email' | 'createdAt' | 'updatedAt', string> & { emailVerified: number }
}

describeIssueLifecycle('SQLite', async () => {
  files += 1
  const open = async () => openTestRecords({ file: join(folder(), `records${files}.sqlite`), log: silentLog })
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
