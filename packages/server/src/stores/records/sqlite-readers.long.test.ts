import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { describeAlertRecords } from './alerts.contract.ts'
import { describeArtifactRecords } from './artifacts.contract.ts'
import { describeAudit } from './audit.contract.ts'
import { describeIssueRollups } from './issue-rollups.contract.ts'
import { describeMapFetchRecords } from './map-fetches.contract.ts'
import { describeMapOpeningRecords } from './map-openings.contract.ts'
import { describeMerging } from './merging.contract.ts'
import { describeRegrouping } from './regroup.contract.ts'
import { describePeople } from './people.contract.ts'
import { describePreferenceRecords } from './preferences.contract.ts'
import { describeRecordStore } from './records.contract.ts'
import { describeReleaseHealth } from './release-health.contract.ts'
import { describeReleaseRecords } from './releases.contract.ts'
import { describeSavedViews } from './saved-views.contract.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { forContract } from '#stores/records/sqlite/testing.ts'

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
describeSavedViews('SQLite, read by other threads', openForContract)
