import { Kysely } from 'kysely'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { watchAccess } from './access-watch.ts'
import { activityRecords } from '#stores/records/tables/issues/activity.ts'
import { attemptRecords } from '#stores/records/tables/people/attempts.ts'
import { auditRecords } from '#stores/records/tables/people/audit.ts'
import { alertRecords } from '#stores/records/tables/alerts/alerts.ts'
import { artifactRecords } from '#stores/records/tables/source-maps/artifacts.ts'
import { channelRecords } from '#stores/records/tables/alerts/channels.ts'
import { deliveryRecords } from '#stores/records/tables/alerts/deliveries.ts'
import { digestRecords } from '#stores/records/tables/issues/digest/digest.ts'
import type { RecordsEngine } from './engine.ts'
import { factRecords } from '#stores/records/tables/alerts/facts.ts'
import { triggerRecords } from '#stores/records/tables/alerts/happenings.ts'
import { intakeRecords } from '#stores/records/tables/projects/intake.ts'
import { issueLifecycleRecords } from '#stores/records/tables/issues/issue-lifecycle.ts'
import { issueCommentRecords } from '#stores/records/tables/issues/issue-comments.ts'
import { invitationRecords } from '#stores/records/tables/people/invitations.ts'
import { issueRecords } from '#stores/records/tables/issues/issues.ts'
import { keyRecords } from '#stores/records/tables/projects/keys.ts'
import { memberRecords } from '#stores/records/tables/people/members.ts'
import { mapFetchRecords } from '#stores/records/tables/source-maps/map-fetches.ts'
import { mapOpeningRecords } from '#stores/records/tables/source-maps/map-openings.ts'
import { mergeRecords } from '#stores/records/tables/issues/merging/merging.ts'
import { NO_NEWS } from '#stores/records/nodes.ts'
import { leaseRecords } from '#stores/records/tables/nodes/leases.ts'
import { migrate } from './migrate.ts'
import { organizationRecords } from '#stores/records/tables/projects/organizations.ts'
import { preferenceRecords } from '#stores/records/tables/people/preferences.ts'
import { peopleRecords } from '#stores/records/tables/people/people.ts'
import { projectRecords } from '#stores/records/tables/projects/projects.ts'
import { quotaCountRecords } from '#stores/records/tables/nodes/quota-counts.ts'
import { settledTimeRecords } from '#stores/records/tables/nodes/settled-times.ts'
import { thinningShareRecords } from '#stores/records/tables/nodes/thinning-shares.ts'
import { regroupRecords } from '#stores/records/tables/issues/digest/regroup.ts'
import { releaseHealthRecords } from '#stores/records/tables/releases/release-health.ts'
import { releaseRecords } from '#stores/records/tables/releases/releases.ts'
import { issueRollups } from '#stores/records/tables/issues/rollups/rollups.ts'
import { routeRecords } from '#stores/records/tables/routes/routes.ts'
import { savedViewRecords } from '#stores/records/tables/issues/saved-views.ts'
import { RepeatingKysely } from './repeating.ts'
import type { Schema } from './schema.ts'
import { shareRecords } from '#stores/records/tables/issues/shares.ts'
import { teamRecords } from '#stores/records/tables/people/teams.ts'
import { tokenRecords } from '#stores/records/tables/people/tokens.ts'

/** The records on any engine, migrated. */
export async function openRecords(engine: RecordsEngine, log: Log): Promise<RecordStore> {
  const access = watchAccess()
  const db = new RepeatingKysely({ dialect: engine.dialect, plugins: [access.plugin] }, engine)
  await migrate(db, engine, { log, now: Date.now })
  const reads = engine.reads === undefined ? db : new Kysely<Schema>(engine.reads)
  const news = engine.news ?? NO_NEWS
  news.hear((one) => access.changedElsewhere(one))
  return {
    organizations: organizationRecords(db, engine),
    projects: projectRecords(db),
    keys: keyRecords(db, engine),
    issues: issueRecords(db, reads, engine),
    people: peopleRecords(db, engine),
    members: memberRecords(db),
    invitations: invitationRecords(db, engine),
    teams: teamRecords(db, engine),
    audit: auditRecords(db, reads),
    tokens: tokenRecords(db),
    intake: intakeRecords(db, reads, engine),
    facts: factRecords(db),
    preferences: preferenceRecords(db, engine),
    artifacts: artifactRecords(db, reads, engine),
    mapFetches: mapFetchRecords(db),
    mapOpenings: mapOpeningRecords(db),
    releases: releaseRecords(db, reads),
    releaseHealth: releaseHealthRecords(db, reads, engine),
    digest: digestRecords(db, engine),
    regrouping: regroupRecords(db, engine),
    merging: mergeRecords(db, reads, engine),
    activity: activityRecords(reads),
    rollups: issueRollups(db, reads, engine),
    routes: routeRecords(db),
    savedViews: savedViewRecords(db),
    lifecycle: issueLifecycleRecords(db, reads, engine),
    comments: issueCommentRecords(db, reads, engine),
    happenings: triggerRecords(db, reads),
    alerts: alertRecords(db),
    channels: channelRecords(db),
    deliveries: deliveryRecords(db, reads),
    shares: shareRecords(db),
    leases: leaseRecords(db, engine),
    attempts: attemptRecords(db, engine),
    quotaCounts: quotaCountRecords(db, engine),
    thinningShares: thinningShareRecords(db, engine),
    settledTimes: settledTimeRecords(db, engine),
    news,
    accounts: { db, type: engine.type },
    accessVersion: access.version,
    async check() {
      await db.selectFrom('migrations').select('name').limit(1).execute()
      return engine.describe(db)
    },
    async close() {
      await engine.news?.close()
      if (reads !== db) await reads.destroy()
      await db.destroy()
    },
  }
}
