import { join } from 'node:path'
import { silentLog } from '#domain/testing.ts'
import { describeLifeModel } from '#stores/issue-life.property.ts'
import { openSqliteRecords } from './sqlite.ts'
import { quickFolder } from './testing.ts'

const folder = quickFolder()

describeLifeModel(
  'SQLite',
  async () => openSqliteRecords({ file: join(folder(), 'lives.sqlite'), log: silentLog }),
  2_000,
)
