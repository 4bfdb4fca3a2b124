import type { JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Project } from '#domain/projects/project.ts'
import { createBuildFolders } from '#digest/kinds/errors/build-folders.ts'
import { digestError } from '#digest/kinds/errors/digest.ts'
import { joinSides } from '#digest/kinds/errors/join-sides.ts'
import { waitingEvent } from '#digest/kinds/errors/waiting-event.ts'
import { scrubRulesOf } from '#digest/scrub/scrub.ts'
import { releasesSeen } from '#digest/releases-seen.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export function createWriter(records: RecordStore, telemetry: TelemetryStore, now: () => number) {
  let position = 0
  const folders = createBuildFolders()
  /** Payloads are digested into the stores as usual, only without the spool. */
  return async (project: Project, payloads: readonly JsonObject[], receivedAt = now()): Promise<void> => {
    const rules = scrubRulesOf(project.settings)
    const from = position
    const waiting = payloads.map((payload) => {
      const row = digestError(payload, {
        folders,
        seq: position++,
        projectId: project.id,
        eventId: payload['event_id'] as string,
        received: {
          at: receivedAt,
          sentAt: undefined,
          address: '192.0.2.7',
          userAgent: USER_AGENT,
          clientHints: {},
          sdk: undefined,
        },
        settings: project.settings,
        rules,
        filters: [],
      })
      if (row instanceof Drop) throw new Error(row.detail)
      const { groupingVersion } = project.settings
      const read = { row, mark: 0, itemType: 'event', rules: [], groupingVersion }
      return waitingEvent({ ...read, counts: [], payloadJson: undefined })
    })
    const joined = await joinSides(waiting, telemetry)
    const batch = { spoolId: 'spool', from, to: position }
    await records.releaseHealth.recordSeen(releasesSeen(joined.map(({ row }) => row)))
    const applied = joined.map(({ record }) => record)
    const { issueIds } = await records.digest.apply({ ...batch, events: applied, counts: [] })
    const events = joined.map(({ row }) => {
      const issueId = issueIds.get(`${row.projectId}/${row.fingerprint}`)!
      return Object.assign(row, { issueId, storedAt: row.receivedAt + 250 })
    })
    await telemetry.append({ ...batch, events, raw: [] })
  }
}

export function createSessionWriter(records: RecordStore, telemetry: TelemetryStore) {
  let position = 0
  return async (
    project: Project,
    rows: ReadonlyArray<Omit<SessionRow, 'seq' | 'projectId'>>,
  ): Promise<void> => {
    const from = position
    const sessions = rows.map((row) => ({ ...row, projectId: project.id, seq: position++ }))
    await records.releaseHealth.recordSeen(releasesSeen(sessions))
    await telemetry.append({ spoolId: 'sessions', from, to: position, events: [], raw: [], sessions })
  }
}

export function createSpanWriter(telemetry: TelemetryStore) {
  let position = 0
  return async (project: Project, rows: ReadonlyArray<Omit<SpanRow, 'seq' | 'projectId'>>): Promise<void> => {
    const from = position
    const spans = rows.map((row) => ({ ...row, projectId: project.id, seq: position++ }))
    await telemetry.append({ spoolId: 'spans', from, to: position, events: [], raw: [], spans })
  }
}

export function createFeedbackWriter(telemetry: TelemetryStore) {
  let position = 0
  return async (
    project: Project,
    rows: ReadonlyArray<Omit<FeedbackRow, 'seq' | 'projectId'>>,
  ): Promise<void> => {
    const from = position
    const feedback = rows.map((row) => ({ ...row, projectId: project.id, seq: position++ }))
    await telemetry.append({ spoolId: 'feedback', from, to: position, events: [], raw: [], feedback })
  }
}
