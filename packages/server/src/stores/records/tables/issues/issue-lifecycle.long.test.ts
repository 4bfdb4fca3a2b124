import { join } from 'node:path'
import { silentLog } from '#domain/testing.ts'
import { describeLifecycleModel } from '#stores/records/issue-lifecycle.property.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { quickFolder } from '#stores/records/testing/for-contract.ts'

const folder = quickFolder()

describeLifecycleModel(
  'SQLite',
  async () => openSqliteRecords({ file: join(folder(), 'lives.sqlite'), log: silentLog }),
  2_000,
)
