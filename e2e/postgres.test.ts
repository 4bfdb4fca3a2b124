import { afterAll, afterEach, beforeAll } from 'vitest'
import { describeAccounts } from '../packages/server/src/accounts/accounts.contract.ts'
import { describeSecondStep } from '../packages/server/src/accounts/second-step.contract.ts'
import type { AccountRecords } from '../packages/server/src/accounts/testing/account-records.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { describeAlertRecords } from '../packages/server/src/stores/records/alerts.contract.ts'
import { describeArtifactRecords } from '../packages/server/src/stores/records/artifacts.contract.ts'
import { describeAttempts } from '../packages/server/src/stores/records/attempts.contract.ts'
import { describeAudit } from '../packages/server/src/stores/records/audit.contract.ts'
import { describeIssueLifecycle } from '../packages/server/src/stores/records/issue-lifecycle.contract.ts'
import { describeLifecycleModel } from '../packages/server/src/stores/records/issue-lifecycle.property.ts'
import { describeIssueRollups } from '../packages/server/src/stores/records/issue-rollups.contract.ts'
import { describeLeases } from '../packages/server/src/stores/records/leases.contract.ts'
import { describeMapFetchRecords } from '../packages/server/src/stores/records/map-fetches.contract.ts'
import { describeMapOpeningRecords } from '../packages/server/src/stores/records/map-openings.contract.ts'
import { describeMerging } from '../packages/server/src/stores/records/merging.contract.ts'
import { describePeople } from '../packages/server/src/stores/records/people.contract.ts'
import { openPostgresRecords } from '../packages/server/src/stores/records/postgres/postgres.ts'
import { describePreferenceRecords } from '../packages/server/src/stores/records/preferences.contract.ts'
import { describeQuotaCounts } from '../packages/server/src/stores/records/quota-counts.contract.ts'
import { describeSettledTimes } from '../packages/server/src/stores/records/settled-times.contract.ts'
import { describeThinningShares } from '../packages/server/src/stores/records/thinning-shares.contract.ts'
import { describeRecordStore } from '../packages/server/src/stores/records/records.contract.ts'
import { describeRegrouping } from '../packages/server/src/stores/records/regroup.contract.ts'
import { describeReleaseHealth } from '../packages/server/src/stores/records/release-health.contract.ts'
import { describeReleaseRecords } from '../packages/server/src/stores/records/releases.contract.ts'
import { describeRoutes } from '../packages/server/src/stores/records/routes.contract.ts'
import { describeSavedViews } from '../packages/server/src/stores/records/saved-views.contract.ts'
import { forContract } from '../packages/server/src/stores/records/testing/for-contract.ts'
import { createMigrated } from './harness/migrated-database.ts'
import { openPostgres, type TestPostgres } from './harness/postgres.ts'

let server: TestPostgres
let migrated: string
const made: string[] = []
beforeAll(async () => {
  server = await openPostgres()
  migrated = await createMigrated(server)
})
afterAll(async () => {
  await spare
  await server.close()
})
afterEach(() => {
  for (const url of made.splice(0)) server.drop(url)
})

/** The next one is made while a test uses this one: making takes longer than most tests. */
let spare: Promise<string> | undefined
async function newDatabase(): Promise<string> {
  const url = await (spare ?? server.create(migrated))
  spare = server.create(migrated)
  made.push(url)
  return url
}

const openForContract = async () => {
  const url = await newDatabase()
  return forContract(() => openPostgresRecords({ url, log: silentLog, served: true }))
}

/** What people write by hand and the account library keeps. */
const inPostgres = async (): Promise<AccountRecords> => {
  const url = await newDatabase()
  return {
    open: () => openPostgresRecords({ url, log: silentLog }),
    async bytes() {
      const [row] = await server.query(url, `select database_to_xml(true, false, '')::text as stored`)
      return Buffer.from(String(row!['stored']))
    },
    cleanup: async () => {},
    countsAttempts: true,
    async pass(ms) {
      await server.query(url, `update attempt_counts set ends_at = ends_at - ${ms}`)
    },
  }
}

describeRecordStore('PostgreSQL', openForContract)
describePreferenceRecords('PostgreSQL', openForContract)
describeAlertRecords('PostgreSQL', openForContract)
describePeople('PostgreSQL', openForContract)
describeAudit('PostgreSQL', openForContract)
describeArtifactRecords('PostgreSQL', openForContract)
describeLeases('PostgreSQL', openForContract)
describeAttempts('PostgreSQL', openForContract)
describeQuotaCounts('PostgreSQL', openForContract)
describeThinningShares('PostgreSQL', openForContract)
describeSettledTimes('PostgreSQL', openForContract)
describeMapFetchRecords('PostgreSQL', openForContract)
describeMapOpeningRecords('PostgreSQL', openForContract)
describeRegrouping('PostgreSQL', openForContract)
describeMerging('PostgreSQL', openForContract)
describeReleaseRecords('PostgreSQL', openForContract)
describeReleaseHealth('PostgreSQL', openForContract)
describeIssueRollups('PostgreSQL', openForContract)
describeRoutes('PostgreSQL', openForContract)
describeSavedViews('PostgreSQL', openForContract)
describeIssueLifecycle('PostgreSQL', openForContract)
describeAccounts('PostgreSQL', inPostgres)
describeSecondStep('PostgreSQL', inPostgres)

let lives: string | undefined
describeLifecycleModel(
  'PostgreSQL',
  async () => {
    lives ??= await server.create(migrated)
    return openPostgresRecords({ url: lives, log: silentLog })
  },
  60,
)
