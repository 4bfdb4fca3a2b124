import { Kysely } from 'kysely'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records.ts'
import { watchAccess } from './access-watch.ts'
import { activityRecords } from './activity.ts'
import { auditRecords } from './audit.ts'
import { alertRecords } from './alerts.ts'
import { artifactRecords } from './artifacts.ts'
import { channelRecords } from './channels.ts'
import { deliveryRecords } from './deliveries.ts'
import { digestRecords } from './digest.ts'
import type { RecordsEngine } from './engine.ts'
import { factRecords } from './facts.ts'
import { happeningRecords } from './happenings.ts'
import { intakeRecords } from './intake.ts'
import { issueLifeRecords } from './issue-life.ts'
import { issueTalkRecords } from './issue-talk.ts'
import { invitationRecords } from './invitations.ts'
import { issueRecords } from './issues.ts'
import { keyRecords } from './keys.ts'
import { memberRecords } from './members.ts'
import { mapFetchRecords } from './map-fetches.ts'
import { mapOpeningRecords } from './map-openings.ts'
import { mergeRecords } from './merging.ts'
import { migrate } from './migrate.ts'
import { organizationRecords } from './organizations.ts'
import { preferenceRecords } from './preferences.ts'
import { peopleRecords } from './people.ts'
import { projectRecords } from './projects.ts'
import { regroupRecords } from './regroup.ts'
import { releaseHealthRecords } from './release-health.ts'
import { releaseRecords } from './releases.ts'
import { issueRollups } from './rollups.ts'
import { savedViewRecords } from './saved-views.ts'
import type { Schema } from './schema.ts'
import { shareRecords } from './shares.ts'
import { teamRecords } from './teams.ts'
import { tokenRecords } from './tokens.ts'

/** The records on any engine, migrated. */
export async function openRecords(engine: RecordsEngine, log: Log): Promise<RecordStore> {
  const access = watchAccess()
  const db = new Kysely<Schema>({ dialect: engine.dialect, plugins: [access.plugin] })
  await migrate(db, engine, { log, now: Date.now })
  return {
    organizations: organizationRecords(db, engine),
    projects: projectRecords(db),
    keys: keyRecords(db, engine),
    issues: issueRecords(db, engine),
    people: peopleRecords(db, engine),
    members: memberRecords(db),
    invitations: invitationRecords(db, engine),
    teams: teamRecords(db, engine),
    audit: auditRecords(db),
    tokens: tokenRecords(db),
    intake: intakeRecords(db),
    facts: factRecords(db),
    preferences: preferenceRecords(db, engine),
    artifacts: artifactRecords(db, engine),
    mapFetches: mapFetchRecords(db),
    mapOpenings: mapOpeningRecords(db),
    releases: releaseRecords(db),
    releaseHealth: releaseHealthRecords(db),
    digest: digestRecords(db, engine),
    regrouping: regroupRecords(db, engine),
    merging: mergeRecords(db, engine),
    activity: activityRecords(db),
    rollups: issueRollups(db, engine),
    savedViews: savedViewRecords(db),
    life: issueLifeRecords(db, engine),
    talk: issueTalkRecords(db, engine),
    happenings: happeningRecords(db),
    alerts: alertRecords(db),
    channels: channelRecords(db),
    deliveries: deliveryRecords(db),
    shares: shareRecords(db),
    accounts: { db, type: engine.type },
    accessVersion: access.version,
    async check() {
      await db.selectFrom('migrations').select('name').limit(1).execute()
    },
    close: async () => db.destroy(),
  }
}
