import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { MOMENT } from '#domain/testing.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { digestRecording, recordings } from '#digest/testing/recordings.ts'
import { digestSession, digestSessionCounts, type SessionContext } from './read.ts'

const DAY = 86_400_000
const context: SessionContext = {
  seq: 7,
  projectId: '1',
  received: { at: MOMENT, sentAt: undefined },
  isFiltered: (release) => release === 'unwanted',
}
const sent = (over: JsonObject = {}): JsonObject => ({
  sid: 'a',
  init: true,
  started: new Date(MOMENT - 5_000).toISOString(),
  status: 'ok',
  errors: 0,
  attrs: { release: 'shop@1.0.0', environment: 'production' },
  ...over,
})
const one = (over: JsonObject = {}): SessionRow => {
  const rows = digestSession(sent(over), context)
  if (rows instanceof Drop) throw new Error(rows.detail)
  return rows[0]!
}
const counted = (aggregates: JsonObject[]) =>
  digestSessionCounts({ aggregates, attrs: { release: 'shop@1.0.0' } }, context)

describe('a session', () => {
  it('[PL60] is read with its release, environment and start', () => {
    expect(one()).toEqual({
      seq: 7,
      projectId: '1',
      receivedAt: MOMENT,
      startedAt: MOMENT - 5_000,
      release: 'shop@1.0.0',
      environment: 'production',
      session: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      user: undefined,
      status: 'ok',
      quantity: 1,
    })
  })

  it.each([
    [{ status: 'ok' }, 'ok'],
    [{ status: 'ok', errors: 2 }, 'errored'],
    [{ status: 'exited' }, 'exited'],
    [{ status: 'exited', errors: 1 }, 'errored'],
    [{ status: 'errored' }, 'errored'],
    [{ status: 'abnormal' }, 'abnormal'],
    [{ status: 'unhandled', errors: 1 }, 'unhandled'],
    [{ status: 'crashed', errors: 1 }, 'crashed'],
    [{ status: 'something new' }, 'ok'],
    [{ status: 5, errors: 'many' }, 'ok'],
  ])('[PL60] with %j counts as %s', (over, status) => {
    expect(one(over).status).toBe(status)
  })

  it('[PL60] is the same session in every report, and another one in another project', () => {
    const later = one({ init: false, status: 'crashed' })
    expect(later).toMatchObject({ session: one().session, quantity: 0 })
    expect(one({ sid: 'b' }).session).not.toBe(one().session)
    const elsewhere = digestSession(sent(), { ...context, projectId: '2' }) as readonly SessionRow[]
    expect(elsewhere[0]!.session).not.toBe(one().session)
  })

  it('[PL61] distinguishes users without storing their identity', () => {
    expect(one({ did: 'ann@example.org' }).user).toBe(one({ did: 'ann@example.org', sid: 'b' }).user)
    expect(one({ did: 42 }).user).toBe(one({ did: '42' }).user)
    expect(JSON.stringify(one({ did: 'ann@example.org' }))).not.toContain('ann')
  })

  it('[PL62] starts when it was received where its own clock cannot be right', () => {
    for (const started of [MOMENT + DAY, MOMENT - 6 * DAY, 'yesterday', undefined])
      expect(
        one({ started: typeof started === 'number' ? new Date(started).toISOString() : started }).startedAt,
      ).toBe(MOMENT)
    expect(one({ started: new Date(MOMENT + 30_000).toISOString() }).startedAt).toBe(MOMENT)
    expect(one({ started: new Date(MOMENT - 4 * DAY).toISOString() }).startedAt).toBe(MOMENT - 4 * DAY)
  })

  it.each([
    [{ sid: undefined }, 'malformed'],
    [{ attrs: {} }, 'malformed'],
    [{ attrs: { release: 'latest' } }, 'malformed'],
    [{ attrs: { release: 'unwanted' } }, 'filtered_release'],
  ])('[PL63] with %j is dropped as %s', (over, reason) => {
    expect(digestSession(sent(over), context)).toMatchObject({ reason })
  })
})

describe('sessions that a server counted', () => {
  it('[PL60] become one row per minute, user and status', () => {
    const started = new Date(MOMENT - 60_000).toISOString()
    const rows = counted([
      { started, exited: 4, errored: 1, crashed: 1 },
      { started, exited: 2, did: 'ann' },
    ]) as readonly SessionRow[]
    expect(rows.map(({ status, quantity, user }) => [status, quantity, user !== undefined])).toEqual([
      ['exited', 4, false],
      ['errored', 1, false],
      ['crashed', 1, false],
      ['exited', 2, true],
    ])
    expect(rows.every(({ session, startedAt }) => session === undefined && startedAt < MOMENT)).toBe(true)
  })

  it('[PL63] are dropped where nothing in them can be counted, and a bad count costs no other', () => {
    expect(counted([])).toMatchObject({ reason: 'malformed' })
    expect(counted([{ exited: -1, crashed: 'x' }])).toMatchObject({ reason: 'malformed' })
    expect(counted([{ exited: 1e300 }, { exited: 0.5 }, { exited: 3 }])).toMatchObject([{ quantity: 3 }])
  })

  it('[PL63] are taken up to what adds up exactly, and no more of them than an envelope may bring', () => {
    expect(counted([{ exited: 1e9 + 1 }, { exited: 1e9 }])).toMatchObject([{ quantity: 1e9 }])
    const rows = counted(Array.from({ length: 101 }, () => ({ exited: 1 })))
    expect(rows).toHaveLength(100)
  })
})

describe('sessions of real clients', () => {
  const all = recordings().map((recording) => ({ recording, digested: digestRecording(recording) }))
  const of = (folder: string) =>
    all
      .filter(({ recording }) => recording.name.startsWith(`${folder}/`))
      .flatMap(({ digested }) => digested.sessions)

  it.each(['browser-5', 'browser-7', 'browser-8', 'browser-10', 'browser-11', 'node-8', 'node-11'])(
    '[PL64] of %s are understood, with release and status',
    (folder) => {
      expect(of(folder).length).toBeGreaterThan(0)
      expect(of(folder).every(({ release }) => release !== '')).toBe(true)
    },
  )

  it('[PL64] count as broken with either status: crashed, or unhandled since version 11', () => {
    const broken = (folder: string) => new Set(of(folder).map(({ status }) => status))
    expect(broken('browser-8')).toContain('crashed')
    expect(broken('browser-11')).toContain('unhandled')
    expect(broken('browser-11')).not.toContain('crashed')
  })

  it('[PL64] are all read: none is kept as sent', () => {
    const kept = all.flatMap(({ digested }) => digested.raw.map(({ itemType }) => itemType))
    expect(kept).not.toContain('session')
    expect(kept).not.toContain('sessions')
  })
})
