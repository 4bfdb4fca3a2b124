import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/intake/intake.ts'
import type { JsonObject } from '#domain/json.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { EVENT_ID, MOMENT, aPayload } from '#domain/testing.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { itemMark, recordMark } from './item-budget.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import type { DigestedParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'

const context = { spoolId: 'spool', settings: DEFAULT_PROJECT_SETTINGS, filters: [] }
const digest = (record: SpoolRecord) => digestInParts(record, context)
const event = (payload: JsonObject = aPayload()) => ({ type: 'event', payload })
const store = (payload: JsonObject, receipt = {}) =>
  digest(aRecord(Buffer.from(JSON.stringify(payload)), { form: 'store', ...receipt }))

/** Any JSON with the names that the stages look for, in any place and of any type. */
const names = fc.constantFrom(
  ...'exception values stacktrace frames function filename abs_path vars mechanism type value breadcrumbs data message'.split(
    ' ',
  ),
  ...'user tags request headers cookies url query_string contexts trace extra fingerprint sdk settings infer_ip'.split(
    ' ',
  ),
  ...'timestamp level release environment password token security_report kind fields logentry params modules'.split(
    ' ',
  ),
)
const json = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '{{auto}}',
      '{{ default }}',
      '{"password":"x"}',
      '?token=x',
      'auto',
      'csp',
      'https://u:p@a.example/?a=b',
    ),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(names, fc.string()), tie('node'), { maxKeys: 6 }),
  ),
})).node

/** Outcome, category and reason of everything that would be counted. */
const counted = ({ counts, events }: DigestedParts) =>
  [...counts, ...events.flatMap((item) => item.counts)].map(({ outcome, category, reason }) =>
    `${outcome} ${category} ${reason}`.trim(),
  )

describe('digestRecord', () => {
  it('turns an envelope with an event into a row that can be counted, listed and read', () => {
    const { events, counts } = digest(
      aRecord(anEnvelope([event()]), { clientAddress: '203.0.113.9', userAgent: 'Mozilla/5.0', sdk: 'x/1' }),
    )
    const { row } = events[0]!
    expect(row).toMatchObject({
      seq: 1000,
      projectId: '1',
      eventId: EVENT_ID,
      receivedAt: MOMENT,
      kind: 'error',
      title: 'TypeError: price is undefined',
      culprit: 'checkout (/src/cart.ts)',
      type: 'TypeError',
      value: 'price is undefined',
      user: '203.0.113.9',
      sdk: 'x/1',
      handled: true,
    })
    expect(row.document.received).toMatchObject({ at: MOMENT, address: '203.0.113.9' })
    expect(row.document.payload).toEqual(aPayload())
    expect(counts).toEqual([])
    expect(events[0]!.counts).toEqual([
      {
        projectId: '1',
        hour: Math.floor(MOMENT / HOUR_MS) * HOUR_MS,
        category: 'error',
        outcome: 'accepted',
        reason: '',
        quantity: 1,
        position: 1000,
      },
    ])
  })

  it('[PL6] drops a bad item with its reason and keeps its siblings', () => {
    const digested = digest(
      aRecord(
        anEnvelope([
          { type: 'event', payload: '{"broken"' },
          event({ message: 'fine' }),
          { type: 'event', payload: `{"a":${'['.repeat(500)}${']'.repeat(500)}}` },
          { type: 'attachment', header: { filename: 'a.txt' }, payload: 'text' },
        ]),
      ),
    )
    expect(digested.events.map(({ row }) => [row.seq, row.title])).toEqual([[1000, 'fine']])
    expect(digested.raw.map((row) => [row.seq, row.itemType])).toEqual([[1000, 'attachment']])
    expect(counted(digested)).toEqual([
      'dropped error malformed',
      'dropped error too_deep',
      'kept_raw attachment',
      'accepted error',
    ])
  })

  it('[PL6] counts an envelope that is none', () => {
    expect(counted(digest(aRecord(Buffer.from('no envelope'))))).toEqual(['dropped default malformed'])
  })

  it('[PL6] skips what was refused before the request was accepted', () => {
    const body = anEnvelope([event({ message: 'one' }), event({ message: 'two' })])
    const { events, counts } = digest(aRecord(body, { refusedItems: [0] }))
    expect(events.map(({ row }) => row.title)).toEqual(['two'])
    expect(counts).toEqual([])
  })

  it('[PL3] counts what was cut by kind of field, once per event', () => {
    const crumbs = [{ message: 'x'.repeat(9000) }, { message: 'x'.repeat(9000) }]
    const digested = store({ message: 'm', breadcrumbs: crumbs, transaction: 'y'.repeat(300) })
    expect(counted(digested)).toEqual([
      'accepted error',
      'cut error breadcrumbs.message',
      'cut error transaction',
    ])
    expect(digested.events[0]!.row.document.cuts).toHaveLength(3)
  })

  it('[PL4] stores no secret, neither in the document nor in a column', () => {
    const { events } = store({
      message: 'login with password=hunter2',
      request: { url: 'https://shop.example/?token=hunter2' },
      tags: { api_key: 'hunter2' },
      transaction: '/reset?token=hunter2',
      user: { id: 'u', password: 'hunter2' },
    })
    expect(JSON.stringify(events)).not.toContain('hunter2')
  })

  it('[PL8] gives the first event the promised id, and the others their own', () => {
    const other = 'f'.repeat(32)
    const body = anEnvelope([
      event(),
      event({ event_id: `${other.slice(0, 8)}-ffff-ffff-ffff-ffffffffffff` }),
    ])
    const { events } = digest(aRecord(body, { eventId: 'a'.repeat(32) }))
    expect(events.map(({ row }) => row.eventId)).toEqual(['a'.repeat(32), other])
  })

  it('[PL8] makes the same id again when an event without one is replayed', () => {
    const first = store({ message: 'm' }).events[0]!.row.eventId
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(store({ message: 'm' }).events[0]!.row.eventId).toBe(first)
    const elsewhere = digestInParts(aRecord(Buffer.from('{"message":"m"}'), { form: 'store' }, 2000), context)
    expect(elsewhere.events[0]!.row.eventId).not.toBe(first)
  })

  it('[PL8] answers the same for the same record, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('envelope', 'store', 'security'),
        (body, form) => {
          const record = aRecord(body, { form: form as 'store' })
          expect(digest(record)).toEqual(digest(record))
        },
      ),
    )
  })

  it('[PL1] digests any JSON object without a fault', () => {
    fc.assert(
      fc.property(fc.dictionary(names, json, { maxKeys: 8 }), (payload) => {
        const digested = store(payload as JsonObject)
        expect(digested.failures).toEqual([])
        expect(digested.events.length + digested.raw.length).toBe(1)
      }),
      { numRuns: 3000 },
    )
  })

  it('[PL9] keeps an item raw when a stage fails on it, and goes on', () => {
    const faulty = () => {
      throw new Error('a bug')
    }
    const body = anEnvelope([{ type: 'check_in', payload: '{}' }, event(), { type: 'log', payload: '{}' }])
    const digested = digestInParts(aRecord(body), { ...context, filters: [faulty] })
    expect(digested.failures).toEqual([
      {
        digest: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
        itemType: 'event',
        error: new Error('a bug'),
      },
    ])
    expect(digested.raw.map((row) => row.itemType)).toEqual(['check_in', 'event', 'log'])
    expect(counted(digested)).toEqual(['kept_raw monitor', 'dropped error internal', 'kept_raw log_item'])
  })

  it('[PL13] counts a report of no known form, which costs none of the others', () => {
    const payload = JSON.stringify([
      { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
      'no report',
    ])
    const digested = digest(aRecord(Buffer.from(payload), { form: 'security' }))
    expect(counted(digested)).toEqual(['dropped security malformed', 'accepted security'])
    expect(digested.raw).toEqual([])
  })

  it('[PL63] counts sessions that are no JSON', () => {
    const body = anEnvelope([
      { type: 'session', payload: '{"sid"' },
      { type: 'sessions', payload: '[' },
    ])
    const digested = digest(aRecord(body))
    expect(counted(digested)).toEqual(['dropped session malformed', 'dropped session malformed'])
    expect(digested.sessions).toEqual([])
  })

  it('[PL96] keeps the raw item and nothing else of it when a stage fails on a later part', () => {
    const blocked = (url: string) => ({
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: url },
    })
    const payload = JSON.stringify([
      blocked('https://a.example/1'),
      { type: 'deprecation', body: { id: 'x' } },
      blocked('https://a.example/2'),
    ])
    let calls = 0
    const faultyLater = () => {
      if (++calls === 2) throw new Error('a bug')
      return undefined
    }
    const body = anEnvelope([{ type: 'log', payload: '{}' }, { type: 'raw_security', payload }, event()])
    const digested = digestInParts(aRecord(body), { ...context, filters: [faultyLater] })
    expect(digested.failures).toMatchObject([{ itemType: 'raw_security' }])
    expect(digested.events.map(({ itemType }) => itemType)).toEqual(['event'])
    expect(
      digested.raw.map(({ itemType, body }) => [itemType, Buffer.from(body as Uint8Array).toString()]),
    ).toEqual([
      ['log', '{}'],
      ['raw_security', payload],
    ])
    expect(counted(digested)).toEqual(['kept_raw log_item', 'dropped security internal', 'accepted error'])
  })

  it('[PL81] keeps an item unread that took too long once, and outside the stores if that took too long as well', () => {
    const body = anEnvelope([event(), { type: 'log', payload: '{}' }])
    const overrunning = (times: number) => ({
      begin() {},
      done() {},
      overruns: (mark: number) => (mark === itemMark(1000, 0) ? times : 0),
    })
    const once = digestInParts(aRecord(body), { ...context, budget: overrunning(1) })
    expect(counted(once)).toEqual(['dropped error too_costly', 'kept_raw log_item'])
    expect(once.raw.map((row) => row.itemType)).toEqual(['event', 'log'])
    const twice = digestInParts(aRecord(body), { ...context, budget: overrunning(2) })
    expect(counted(twice)).toEqual(counted(once))
    expect(twice.raw.map((row) => row.itemType)).toEqual(['log'])
    expect(twice.setAside).toMatchObject([{ name: '1000-0' }])
    expect(twice.events).toEqual([])
  })

  it('[PL81] sets a record aside as a whole when taking it apart took too long', () => {
    const record = aRecord(anEnvelope([event(), event()]))
    const budget = { begin() {}, done() {}, overruns: (mark: number) => (mark === recordMark(1000) ? 1 : 0) }
    const digested = digestInParts(record, { ...context, budget })
    expect(counted(digested)).toEqual(['dropped default too_costly'])
    expect(digested.setAside).toEqual([{ name: '1000', bytes: record.body }])
    expect([...digested.events, ...digested.raw]).toEqual([])
  })

  it('[PL80] announces each item before it is worked on and after', () => {
    const told: string[] = []
    const budget = {
      begin: (mark: number) => void told.push(`begin ${mark}`),
      done: () => void told.push('done'),
      overruns: () => 0,
    }
    digestInParts(aRecord(anEnvelope([event(), { type: 'log', payload: '{}' }])), { ...context, budget })
    const marks = [recordMark(1000), itemMark(1000, 0), itemMark(1000, 1)]
    expect(told).toEqual(marks.flatMap((mark) => [`begin ${mark}`, 'done']))
  })

  it('[PL40] drops what a filter of the project matches, and counts it by the filter', () => {
    const filters = [() => undefined, () => 'filtered_message' as const, () => 'filtered_release' as const]
    const digested = digestInParts(aRecord(anEnvelope([event()])), { ...context, filters })
    expect(counted(digested)).toEqual(['dropped error filtered_message'])
  })

  it('[PL10] keeps items it does not understand as they were sent, header line included', () => {
    const body = anEnvelope([
      { type: 'profile_chunk', header: { platform: 'node' }, payload: '{"version":"2"}' },
    ])
    const { raw } = digest(aRecord(body, { eventId: EVENT_ID }))
    expect(raw).toEqual([
      {
        seq: 1000,
        projectId: '1',
        receivedAt: MOMENT,
        itemType: 'profile_chunk',
        eventId: EVENT_ID,
        header: '{"platform":"node","type":"profile_chunk"}',
        body: Buffer.from('{"version":"2"}'),
      },
    ])
  })

  it('[FB1] reads feedback that an old client sent as an event', () => {
    const digested = store({ type: 'feedback', contexts: { feedback: { message: 'it is slow' } } })
    expect(digested.events).toEqual([])
    expect(digested.feedback).toMatchObject([{ message: 'it is slow' }])
    expect(counted(digested)).toEqual(['accepted feedback'])
  })

  it('[PL11] repairs the clock by the time the envelope says it was sent', () => {
    const hour = 3_600_000
    const body = anEnvelope([event(aPayload({ timestamp: (MOMENT - 5 * hour - 1000) / 1000 }))], {
      sent_at: new Date(MOMENT - 5 * hour).toISOString(),
    })
    expect(digest(aRecord(body)).events[0]!.row.occurredAt).toBe(MOMENT - 1000)
  })

  it('[PL2] cleans reports like events', () => {
    const body = String.raw`{"csp-report":{"effective-directive":"img\u0000-src","blocked-uri":"inline","__proto__":{"x":1}}}`
    const { row } = digest(aRecord(Buffer.from(body), { form: 'security' })).events[0]!
    expect(JSON.stringify(row)).not.toMatch(/\\u0000|__proto__/)
  })

  it('[PL13] makes an event of each report, and keeps raw what is no security report', () => {
    const reports = [
      {
        type: 'csp-violation',
        age: 1000,
        body: { effectiveDirective: 'img-src', blockedURL: 'https://a.example/x' },
      },
      { type: 'deprecation', body: { id: 'x' } },
      { type: 'csp-violation', body: { effectiveDirective: 'script-src', blockedURL: 'inline' } },
    ]
    const digested = digest(
      aRecord(Buffer.from(JSON.stringify(reports)), {
        form: 'security',
        environment: 'prod',
        release: 'shop@1',
      }),
    )
    expect(
      digested.events.map(({ row }) => [row.seq, row.kind, row.title, row.environment, row.occurredAt]),
    ).toEqual([
      [1000, 'security', "Blocked 'image' from 'a.example'", 'prod', MOMENT - 1000],
      [1000, 'security', "Blocked inline 'script'", 'prod', MOMENT],
    ])
    expect(digested.raw.map((row) => [row.seq, row.itemType])).toEqual([[1000, 'raw_security']])
    expect(new Set(digested.events.map(({ row }) => row.eventId)).size).toBe(2)
    expect(counted(digested)).toEqual(['kept_raw security', 'accepted security', 'accepted security'])
  })
})
