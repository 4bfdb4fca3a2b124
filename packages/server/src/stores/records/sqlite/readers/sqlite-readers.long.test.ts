import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { describeAlertRecords } from '#stores/records/alerts.contract.ts'
import { describeArtifactRecords } from '#stores/records/artifacts.contract.ts'
import { describeAudit } from '#stores/records/audit.contract.ts'
import { describeIssueRollups } from '#stores/records/issue-rollups.contract.ts'
import { describeMapFetchRecords } from '#stores/records/map-fetches.contract.ts'
import { describeMapOpeningRecords } from '#stores/records/map-openings.contract.ts'
import { describeMerging } from '#stores/records/merging.contract.ts'
import { describeRegrouping } from '#stores/records/regroup.contract.ts'
import { describePeople } from '#stores/records/people.contract.ts'
import { describePreferenceRecords } from '#stores/records/preferences.contract.ts'
import { describeRecordStore } from '#stores/records/records.contract.ts'
import { describeReleaseHealth } from '#stores/records/release-health.contract.ts'
import { describeReleaseRecords } from '#stores/records/releases.contract.ts'
import { describeRoutes } from '#stores/records/routes.contract.ts'
import { describeSavedViews } from '#stores/records/saved-views.contract.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { forContract } from '#stores/records/testing/for-contract.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-readers-'))
})
afterEach(async () => rm(folder, { recursive: true }))

/** The suites write and read in turn: whatever another thread reads, it must see what was written just before. */
const openForContract = async () =>
  forContract(() =>
    openSqliteRecords({ file: join(folder, 'records.sqlite'), log: silentLog, readerThreads: true }),
  )

describeRecordStore('SQLite, read by other threads', openForContract)
describePreferenceRecords('SQLite, read by other threads', openForContract)
describeAlertRecords('SQLite, read by other threads', openForContract)
describePeople('SQLite, read by other threads', openForContract)
describeAudit('SQLite, read by other threads', openForContract)
describeArtifactRecords('SQLite, read by other threads', openForContract)
describeMapFetchRecords('SQLite, read by other threads', openForContract)
describeMapOpeningRecords('SQLite, read by other threads', openForContract)
describeRegrouping('SQLite, read by other threads', openForContract)
describeMerging('SQLite, read by other threads', openForContract)
describeReleaseRecords('SQLite, read by other threads', openForContract)
describeReleaseHealth('SQLite, read by other threads', openForContract)
describeIssueRollups('SQLite, read by other threads', openForContract)
describeRoutes('SQLite, read by other threads', openForContract)
describeSavedViews('SQLite, read by other threads', openForContract)
