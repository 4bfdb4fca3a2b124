import { hash } from 'node:crypto'
import { clockOf, readTime } from '#event/clock.ts'
import { integer, list, objectOr, scalarText } from '#event/read.ts'
import { readEnvironment, readRelease } from '#event/release.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import { SESSION_STATUSES } from '#domain/releases/session.ts'
import type { SessionStatus } from '#domain/releases/session.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'

export interface SessionContext {
  readonly seq: number
  readonly projectId: string
  readonly received: { readonly at: number; readonly sentAt: number | undefined }
  /** Of a release that the project does not want to hear of. */
  readonly isFiltered: (release: string) => boolean
}

type Common = Pick<SessionRow, 'seq' | 'projectId' | 'receivedAt' | 'release' | 'environment'>

/** One report of one session. Each is the whole state, so a report that got lost costs nothing. */
export function digestSession(payload: JsonObject, context: SessionContext): Outcome<readonly SessionRow[]> {
  const common = readCommon(payload, context)
  if (common instanceof Drop) return common
  const sid = scalarText(payload['sid'])
  if (sid === undefined) return new Drop('malformed', 'the session has no sid')
  return [
    {
      ...common,
      startedAt: startOf(payload, context),
      session: keyOf(context, 'session', sid),
      user: userOf(context, payload['did']),
      status: statusOf(payload),
      quantity: payload['init'] === true ? 1 : 0,
    },
  ]
}

/** Sessions that a server counted by the minute; what is unreadable in one count costs no other. */
export function digestSessionCounts(
  payload: JsonObject,
  context: SessionContext,
): Outcome<readonly SessionRow[]> {
  const common = readCommon(payload, context)
  if (common instanceof Drop) return common
  const rows: SessionRow[] = []
  for (const entry of list(payload['aggregates']).slice(0, LIMITS.sessionsPerEnvelope)) {
    const counted = objectOr(entry)
    const shared = {
      ...common,
      startedAt: startOf(counted, context),
      session: undefined,
      user: userOf(context, counted['did']),
    }
    for (const status of COUNTED) {
      const quantity = integer(counted[status]) ?? 0
      if (quantity > 0 && quantity <= MOST_COUNTED) rows.push({ ...shared, status, quantity })
    }
  }
  return rows.length === 0 ? new Drop('malformed', 'there is no count in it') : rows
}

const COUNTED = ['exited', 'errored', 'abnormal', 'unhandled', 'crashed'] as const
/** No server answers more in a minute, and a hundred of them still add up exactly. */
const MOST_COUNTED = 1e9

function readCommon(payload: JsonObject, { seq, projectId, received, isFiltered }: SessionContext) {
  const attributes = objectOr(payload['attrs'])
  const release = readRelease(attributes['release'])
  if (release === undefined) return new Drop('malformed', 'the session names no release')
  if (isFiltered(release)) return new Drop('filtered_release', release)
  const environment = readEnvironment(attributes['environment'])
  return { seq, projectId, receivedAt: received.at, release, environment } satisfies Common
}

/** Never after its receipt: what is asked for by its start is looked for from there on. */
function startOf(payload: JsonObject, { received }: SessionContext): number {
  const { occurredAt } = clockOf(payload['started'], received)
  const started = readTime(payload['started'])
  const tooOld = occurredAt < received.at - LONGEST_MS
  return started === undefined || tooOld ? received.at : Math.min(occurredAt, received.at)
}

/** A page that was open for longer belongs to another day. */
const LONGEST_MS = 5 * 86_400_000

/** A word that a later client uses says nothing bad. */
function statusOf(payload: JsonObject): SessionStatus {
  const told = SESSION_STATUSES.find((status) => status === payload['status']) ?? 'ok'
  return (told === 'ok' || told === 'exited') && hasErrors(payload) ? 'errored' : told
}

function hasErrors(payload: JsonObject): boolean {
  return (integer(payload['errors']) ?? 0) > 0
}

function userOf(context: SessionContext, did: Json | undefined): string | undefined {
  const user = scalarText(did)
  return user === undefined ? undefined : keyOf(context, 'user', user)
}

/** Enough to distinguish users without identifying them. */
function keyOf({ projectId }: SessionContext, kind: string, value: string): string {
  return hash('sha256', `${projectId}:${kind}:${value}`).slice(0, 16)
}
