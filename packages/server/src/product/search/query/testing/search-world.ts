import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { understandSearch } from '@hindcast/contract/search/understand.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Log } from '#domain/log.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { ReleaseSighting } from '#stores/records/release-health.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import { everything } from '#product/issues/query/time-series.ts'
import { planFor } from '#product/search/query/requester.ts'
import { searchEvents } from '#product/search/query/search-events.ts'
import { selectIssues } from '#product/search/query/select-issues.ts'
import { isMet } from './oracle.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

type Of = 'issues' | 'events'

/**
 * Events of one project in real stores and in memory for the reference scan. `orderOf` gives the scan the order of
 * comparable releases, oldest first.
 */
export async function openSearchWorld(
  now: number,
  orderOf: (version: string) => readonly string[] = () => [],
  latest?: string,
) {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-oracle-'))
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  const telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => now, log })
  const organization = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const shop = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
  const { project } = await records.projects.create(shop)
  const stores = { ...records, telemetry }
  let events: readonly AppendedEvent[] = []
  let issues = new Map<string, Issue>()

  return {
    records,
    async store(made: readonly AppendedEvent[], digested: readonly DigestedEvent[]) {
      const batch = { spoolId: 's', from: 0, to: Math.max(...made.map(({ seq }) => seq)) + 1 }
      await records.releaseHealth.recordSeen(sightingsOf(made))
      const { issueIds } = await records.digest.apply({ ...batch, counts: [], events: digested })
      const idOf = (fingerprint: string) => issueIds.get(`1/${fingerprint}`)!
      events = made.map((event) => Object.assign({}, event, { issueId: idOf(event.fingerprint) }))
      await telemetry.append({ ...batch, events, raw: [] })
      return [...new Set(events.map(({ issueId }) => issueId))]
    },
    async look() {
      const found = await records.issues.byIds([...new Set(events.map(({ issueId }) => issueId))])
      issues = new Map(found.map((issue) => [issue.id, issue]))
    },
    /** What the stores answer: ids in order of their digits, and sequence numbers newest first. */
    async found(query: string) {
      const ofIssues = await planFor(stores, project, { query, userId: undefined }, 'issues', now)
      const { filter } = await selectIssues(stores, '1', ofIssues, { now })
      const ids = await records.issues.ids(filter, { sort: 'last_seen', limit: 999 })
      const ofEvents = await planFor(stores, project, { query, userId: undefined }, 'events', now)
      const page = { cursor: undefined, limit: 999 }
      const { events: rows } = await searchEvents(stores, everything('1', now), ofEvents, page)
      return { issues: ids.toSorted(), events: rows.map(({ seq }) => seq) }
    },
    /** What a scan says. */
    expected(query: string) {
      const holding = (of: Of) => {
        const { expression } = understandSearch(query, { of, now, isEvent: among(events) })
        return events.filter((event) => {
          const pair = { issue: issues.get(event.issueId)!, event }
          return expression === undefined || isMet(expression, pair, { of, now, people: {}, orderOf, latest })
        })
      }
      return {
        issues: [...new Set(holding('issues').map(({ issueId }) => issueId))].toSorted(),
        events: holding('events')
          .toSorted((a, b) => b.receivedAt - a.receivedAt || b.seq - a.seq)
          .map(({ seq }) => seq),
      }
    },
    async close() {
      await telemetry.close()
      await records.close()
      await rm(folder, { recursive: true })
    },
  }
}

const among = (events: readonly AppendedEvent[]) => (id: string) =>
  events.some(({ eventId }) => eventId === id)

function sightingsOf(events: readonly AppendedEvent[]): readonly ReleaseSighting[] {
  return events
    .toSorted((a, b) => a.receivedAt - b.receivedAt)
    .flatMap(({ release, receivedAt }) =>
      release === undefined
        ? []
        : [{ projectId: '1', version: release, firstAt: receivedAt, lastAt: receivedAt }],
    )
}
