import { join } from 'node:path'
import { describeLifeModel } from '#stores/issue-life.property.ts'
import { openSqliteRecords } from './sqlite.ts'
import { quickFolder, silentLog } from './testing.ts'

const folder = quickFolder()

describeLifeModel(
  'SQLite',
  async () => openSqliteRecords({ file: join(folder(), 'lives.sqlite'), log: silentLog }),
  2_000,
)
