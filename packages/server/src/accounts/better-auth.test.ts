import { inSqlite } from '#accounts/testing/account-records.ts'
import { describeAccounts } from './accounts.contract.ts'
import { describeSecondStep } from './second-step.contract.ts'

describeAccounts('SQLite', inSqlite)
describeSecondStep('SQLite', inSqlite)
