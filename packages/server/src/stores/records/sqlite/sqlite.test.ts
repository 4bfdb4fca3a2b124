import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#domain/log.ts'
import { describeAlertRecords } from '#stores/records/alerts.contract.ts'
import { describeArtifactRecords } from '#stores/records/artifacts.contract.ts'
import { describeAttempts } from '#stores/records/attempts.contract.ts'
import { describeAudit } from '#stores/records/audit.contract.ts'
import { describeIssueRollups } from '#stores/records/issue-rollups.contract.ts'
import { describeLeases } from '#stores/records/leases.contract.ts'
import { describeMapFetchRecords } from '#stores/records/map-fetches.contract.ts'
import { describeMapOpeningRecords } from '#stores/records/map-openings.contract.ts'
import { describeMerging } from '#stores/records/merging.contract.ts'
import { describeRegrouping } from '#stores/records/regroup.contract.ts'
import { describePeople } from '#stores/records/people.contract.ts'
import { describePreferenceRecords } from '#stores/records/preferences.contract.ts'
import { anEvent, describeRecordStore } from '#stores/records/records.contract.ts'
import { describeQuotaCounts } from '#stores/records/quota-counts.contract.ts'
import { describeSettledTimes } from '#stores/records/settled-times.contract.ts'
import { describeThinningShares } from '#stores/records/thinning-shares.contract.ts'
import { describeReleaseHealth } from '#stores/records/release-health.contract.ts'
import { describeReleaseRecords } from '#stores/records/releases.contract.ts'
import { describeRoutes } from '#stores/records/routes.contract.ts'
import { describeSavedViews } from '#stores/records/saved-views.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { openSqliteRecords } from './sqlite.ts'
import { forContract, type AuthUser } from '#stores/records/testing/for-contract.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-records-'))
})
afterEach(async () => rm(folder, { recursive: true }))

const open = async () => openSqliteRecords({ file: join(folder, 'records.sqlite'), log })

const openForContract = async () =>
  forContract(async () => openTestRecords({ file: join(folder, 'records.sqlite'), log }))

describeRecordStore('SQLite', openForContract)
describePreferenceRecords('SQLite', openForContract)
describeAlertRecords('SQLite', openForContract)
describePeople('SQLite', openForContract)
describeAudit('SQLite', openForContract)
describeArtifactRecords('SQLite', openForContract)
describeLeases('SQLite', openForContract)
describeAttempts('SQLite', openForContract)
describeQuotaCounts('SQLite', openForContract)
describeThinningShares('SQLite', openForContract)
describeSettledTimes('SQLite', openForContract)
describeMapFetchRecords('SQLite', openForContract)
describeMapOpeningRecords('SQLite', openForContract)
describeRegrouping('SQLite', openForContract)
describeMerging('SQLite', openForContract)
describeReleaseRecords('SQLite', openForContract)
describeReleaseHealth('SQLite', openForContract)
describeIssueRollups('SQLite', openForContract)
describeRoutes('SQLite', openForContract)
describeSavedViews('SQLite', openForContract)

describe('SQLite records', () => {
  it('[RS21] writes through to the disk at every commit and keeps the file to its owner', async () => {
    const store = await open()
    const file = join(folder, 'records.sqlite')
    for (const name of [file, `${file}-wal`, `${file}-shm`]) {
      expect((await stat(name)).mode & 0o777).toBe(0o600)
    }
    const db = store.accounts.db as Kysely<AuthUser>
    expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
    const FULL = 2
    expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: FULL }])
    expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }])
    await store.close()
  })

  it('[RS22] opens what it closed, with everything in it', async () => {
    const first = await open()
    await first.facts.set('instance', 'one')
    await first.close()
    const second = await open()
    expect(await second.facts.get('instance')).toBe('one')
    await second.close()
  })

  it('[RS22] lets many open a fresh folder at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, open))
    for (const store of stores) await store.check()
    await Promise.all(stores.map(async (store) => store.close()))
  })

  it('[RS23] refuses records of a newer version in a sentence that says what to do', async () => {
    const store = await open()
    await store.close()
    const database = new DatabaseSync(join(folder, 'records.sqlite'))
    database.exec(`insert into migrations values ('0999-from-the-future', 0)`)
    database.close()
    await expect(open()).rejects.toMatchObject({
      name: 'AppError',
      code: 'store_unavailable',
      message: expect.stringMatching(/newer version.*0999-from-the-future/),
    })
  })

  it('[RS24] says that a file is not a database, or cannot be opened, instead of crashing', async () => {
    await writeFile(join(folder, 'records.sqlite'), 'not a database, by a long way'.repeat(100))
    await expect(open()).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(
      openSqliteRecords({ file: join(folder, 'no', 'such', 'x.sqlite'), log }),
    ).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })

  it('[RS8] waits for a writer in another thread without blocking its own', async () => {
    const store = await open()
    const file = join(folder, 'records.sqlite')
    const worker = new Worker(
      `const { DatabaseSync } = require('node:sqlite')
       const { parentPort, workerData } = require('node:worker_threads')
       const database = new DatabaseSync(workerData)
       database.exec('begin immediate')
       parentPort.on('message', () => { database.exec('commit'); database.close(); process.exit() })
       parentPort.postMessage('locked')`,
      { eval: true, workerData: file },
    )
    await new Promise((resolve) => worker.once('message', resolve))
    const write = store.facts.set('waited', 'yes')
    // Only a thread that is not blocked gets here while the lock is held.
    await new Promise((resolve) => setTimeout(resolve, 20))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage('commit')
    await write
    expect(await store.facts.get('waited')).toBe('yes')
    await store.close()
  })

  it('[RS25] reads a page of issues from an index, without sorting', async () => {
    const store = await open()
    const organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
    await store.projects.create({ organizationId: organization.id, name: 'a', platform: undefined, now: 1 })
    await store.digest.apply({ spoolId: 's', from: 0, to: 9, counts: [], events: [anEvent()] })
    await store.close()
    const database = new DatabaseSync(join(folder, 'records.sqlite'))
    for (const order of ['last_seen', 'first_seen', 'event_count']) {
      const plan = database
        .prepare(
          `explain query plan select * from issues where project_id = '1' and status = 'unresolved'
           and (${order}, id) < (5, '9') order by ${order} desc, id desc limit 51`,
        )
        .all()
        .map((row) => String(row['detail']))
      expect(plan).toEqual([expect.stringContaining(`USING INDEX issues_by_${order}`)])
    }
    database.close()
  })
})
