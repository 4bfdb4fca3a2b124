import { Kysely } from 'kysely'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records.ts'
import { activityRecords } from './activity.ts'
import { artifactRecords } from './artifacts.ts'
import { digestRecords } from './digest.ts'
import type { RecordsEngine } from './engine.ts'
import { factRecords } from './facts.ts'
import { intakeRecords } from './intake.ts'
import { issueRecords } from './issues.ts'
import { keyRecords } from './keys.ts'
import { mapFetchRecords } from './map-fetches.ts'
import { mergeRecords } from './merging.ts'
import { migrate } from './migrate.ts'
import { organizationRecords } from './organizations.ts'
import { preferenceRecords } from './preferences.ts'
import { peopleRecords } from './people.ts'
import { projectRecords } from './projects.ts'
import { regroupRecords } from './regroup.ts'
import { releaseRecords } from './releases.ts'
import type { Schema } from './schema.ts'
import { tokenRecords } from './tokens.ts'

/** The records on any engine, migrated. */
export async function openRecords(engine: RecordsEngine, log: Log): Promise<RecordStore> {
  const db = new Kysely<Schema>({ dialect: engine.dialect })
  await migrate(db, engine, { log, now: Date.now })
  return {
    organizations: organizationRecords(db, engine),
    projects: projectRecords(db),
    keys: keyRecords(db, engine),
    issues: issueRecords(db, engine),
    people: peopleRecords(db, engine),
    tokens: tokenRecords(db),
    intake: intakeRecords(db),
    facts: factRecords(db),
    preferences: preferenceRecords(db, engine),
    artifacts: artifactRecords(db, engine),
    mapFetches: mapFetchRecords(db),
    releases: releaseRecords(db),
    digest: digestRecords(db, engine),
    regrouping: regroupRecords(db, engine),
    merging: mergeRecords(db, engine),
    activity: activityRecords(db),
    accounts: { db, type: engine.type },
    async check() {
      await db.selectFrom('migrations').select('name').limit(1).execute()
    },
    close: async () => db.destroy(),
  }
}
