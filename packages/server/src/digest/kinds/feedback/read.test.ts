import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { EVENT_ID, MOMENT } from '#domain/testing.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'

const OWN_ID = 'f'.repeat(32)
const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'

function digest(
  type: string,
  payload: JsonObject,
  over: Partial<ProjectSettings> = {},
  header: JsonObject = {},
) {
  const settings = { ...DEFAULT_PROJECT_SETTINGS, ...over }
  const eventId = header['event_id']
  const receipt = typeof eventId === 'string' ? { eventId } : {}
  const record = aRecord(anEnvelope([{ type, payload }], header), receipt)
  const digested = digestInParts(record, { spoolId: 's', settings })
  const counts = digested.counts.map(({ outcome, category, reason }) =>
    `${outcome} ${category} ${reason}`.trim(),
  )
  return { ...digested, counted: counts.toSorted() }
}

/** As @sentry/browser 8 and later send it. */
const sent = (said: JsonObject, over: JsonObject = {}): JsonObject => ({
  event_id: OWN_ID,
  type: 'feedback',
  level: 'info',
  timestamp: (MOMENT - 4000) / 1000,
  release: 'shop@1.4.2',
  environment: 'staging',
  request: { url: 'https://shop.example/cart?step=2' },
  contexts: { feedback: { message: 'it broke', ...said } },
  ...over,
})

const report = (over: JsonObject = {}): JsonObject => ({
  event_id: EVENT_ID,
  name: 'Ada',
  email: 'ada@x.test',
  comments: 'it broke',
  ...over,
})

describe('feedback', () => {
  it('[FB1] of SDKs since version 8 is read from the context of its event', () => {
    const said = {
      name: ' Ada ',
      contact_email: 'ada@x.test',
      url: 'https://shop.example/pay',
      associated_event_id: EVENT_ID.toUpperCase(),
      replay_id: 'a'.repeat(32),
    }
    const { feedback, counted, raw } = digest('feedback', sent(said), {}, { event_id: OWN_ID })
    expect(feedback).toEqual([
      {
        seq: 1000,
        projectId: '1',
        feedbackId: OWN_ID,
        receivedAt: MOMENT,
        occurredAt: MOMENT - 4000,
        message: 'it broke',
        name: 'Ada',
        email: 'ada@x.test',
        url: 'https://shop.example/pay',
        eventId: EVENT_ID,
        replayId: 'a'.repeat(32),
        release: 'shop@1.4.2',
        environment: 'staging',
      },
    ])
    expect(counted).toEqual(['accepted feedback'])
    expect(raw).toEqual([])
  })

  it('[FB1] has the address of the request where it names none', () => {
    expect(digest('feedback', sent({})).feedback[0]!.url).toBe('https://shop.example/cart?step=2')
  })

  it('[FB2] of SDKs up to version 7 is about the event whose id it has', () => {
    const { feedback } = digest('user_report', report(), {}, { event_id: EVENT_ID })
    expect(feedback).toMatchObject([
      { eventId: EVENT_ID, name: 'Ada', email: 'ada@x.test', message: 'it broke', occurredAt: MOMENT },
    ])
    const named = digest('user_report', report({ event_id: 'unreadable' }), {}, { event_id: EVENT_ID })
    expect(named.feedback[0]!.eventId).toBe(EVENT_ID)
  })

  it('[FB3] has the same id whenever it is read or sent again, and another one than other feedback', () => {
    const idOf = (type: string, payload: JsonObject) => digest(type, payload).feedback[0]!.feedbackId
    expect(idOf('user_report', report())).toBe(idOf('user_report', report()))
    expect(idOf('user_report', report())).not.toBe(idOf('user_report', report({ comments: 'and again' })))
    expect(idOf('feedback', sent({}, { event_id: 'none' }))).toMatch(/^[0-9a-f]{32}$/)
    expect(idOf('feedback', sent({}, { event_id: 'none' }))).toBe(
      idOf('feedback', sent({}, { event_id: 'none' })),
    )
  })

  it('[FB4] keeps the message and the address that was left, without the secrets in them', () => {
    const message = `my key is api_key=${SECRET}, write to ada@x.test`
    const { feedback, counted } = digest('feedback', sent({ message, contact_email: 'ada@x.test' }))
    expect(feedback[0]).toMatchObject({ email: 'ada@x.test' })
    expect(feedback[0]!.message).not.toContain(SECRET)
    expect(feedback[0]!.message).toContain('ada@x.test')
    expect(counted).toContain('accepted feedback')
    expect(counted.some((count) => count.startsWith('scrubbed feedback'))).toBe(true)
  })

  it('[FB4] leaves out what a project filters by name', () => {
    const { feedback } = digest('user_report', report(), { scrubKeys: ['email'] })
    expect(feedback[0]).toMatchObject({ email: '[Filtered]', name: 'Ada', message: 'it broke' })
  })

  it('[FB5] is cut where it is too long, and counted as cut', () => {
    const long = 'x'.repeat(LIMITS.text.message + 1)
    const { feedback, counted } = digest('feedback', sent({ message: long, name: long, contact_email: long }))
    expect(feedback[0]!.message).toHaveLength(LIMITS.text.message)
    expect(feedback[0]!.message.endsWith('...')).toBe(true)
    expect(feedback[0]!.name).toHaveLength(LIMITS.text.personName)
    expect(feedback[0]!.email).toHaveLength(LIMITS.text.email)
    expect(counted).toEqual(['accepted feedback', 'cut feedback message', 'cut feedback other'])
  })

  it.each<[string, string, Json]>([
    ['without a message', 'feedback', sent({ message: ' \n ' })],
    ['with a structure as its message', 'feedback', sent({ message: { deep: ['x'] } })],
    ['without its context', 'feedback', { type: 'feedback', contexts: 'none' }],
    ['without comments', 'user_report', { event_id: EVENT_ID }],
  ])('[FB6] %s is dropped as malformed', (_, type, payload) => {
    const { feedback, counted } = digest(type, payload as JsonObject)
    expect(feedback).toEqual([])
    expect(counted).toEqual(['dropped feedback malformed'])
  })

  it('[FB6] of a release or a place that the project filters is dropped with that reason', () => {
    const filters = { ...DEFAULT_PROJECT_SETTINGS.filters, releases: ['shop@1.*'], localhost: true }
    expect(digest('feedback', sent({}), { filters }).counted).toEqual(['dropped feedback filtered_release'])
    const local = sent({ url: 'http://localhost:3000/cart' }, { release: 'shop@2.0.0' })
    expect(digest('feedback', local, { filters }).counted).toEqual(['dropped feedback filtered_localhost'])
    expect(digest('feedback', local).counted).toEqual(['accepted feedback'])
  })
})
