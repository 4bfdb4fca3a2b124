import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import { textToTags } from './tag-text.ts'

/** What a list of events reads: not what is only searched. */
export const SUMMARY_COLUMNS = `seq, project_id, event_id, issue_id, received_at, occurred_at, kind, level, title, culprit, type, value, transaction_name, platform,
  environment, release, dist, user_key, browser, os, device, url, sdk, handled, trace_id, tags, fingerprint, spool_id, route, sent_route, sent_by_server, stored_at`

/** A row of these columns, as the port names it. */
export function toSummary(row: Row): EventSummary {
  const optional = (name: string) => (row[name] ?? undefined) as string | undefined
  const required = (name: string) => row[name] as string
  return {
    seq: Number(row['seq']),
    spoolId: required('spool_id'),
    projectId: String(row['project_id']),
    eventId: required('event_id'),
    issueId: String(row['issue_id']),
    receivedAt: Number(row['received_at']),
    occurredAt: Number(row['occurred_at']),
    storedAt: row['stored_at'] == null ? undefined : Number(row['stored_at']),
    kind: required('kind') as EventSummary['kind'],
    level: required('level') as EventSummary['level'],
    title: required('title'),
    culprit: required('culprit'),
    type: required('type'),
    value: required('value'),
    transaction: optional('transaction_name'),
    route: optional('route'),
    sentRoute: optional('sent_route'),
    sentByServer: (row['sent_by_server'] ?? undefined) as boolean | undefined,
    platform: required('platform'),
    environment: optional('environment'),
    release: optional('release'),
    dist: optional('dist'),
    user: optional('user_key'),
    browser: optional('browser'),
    os: optional('os'),
    device: optional('device'),
    url: optional('url'),
    sdk: optional('sdk'),
    handled: (row['handled'] ?? undefined) as boolean | undefined,
    traceId: optional('trace_id'),
    tags: textToTags(required('tags')),
    fingerprint: optional('fingerprint') ?? '',
  }
}
