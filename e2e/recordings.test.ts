import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import {
  addressTo,
  itemsOf,
  loadRecordings,
  type Recording,
  type RecordingKind,
} from './harness/recordings.ts'
import { send, type Answer } from './harness/send.ts'

interface Payload {
  readonly event_id?: string
  readonly exception?: { readonly values?: readonly { readonly type?: string }[] }
  readonly level?: string
  readonly release?: string
  readonly environment?: string
  readonly breadcrumbs?: readonly unknown[] | { readonly values?: readonly unknown[] }
}

const recordings = await loadRecordings()
const ofKind = (...kinds: readonly RecordingKind[]): Recording[] =>
  recordings.filter(({ kind }) => kinds.includes(kind))

let hindcast: Installation
/** What the answers promised: events by id, and how many items went in altogether. */
const promised = new Map<string, { readonly name: string; readonly payload: Payload }>()
let itemsSent = 0
let eventsSent = 0
let reportsSent = 0

beforeAll(async () => {
  hindcast = await install()
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
})

/** A container of spans is counted span by span. */
function countedAs({ type, payload }: { readonly type: string; readonly payload: Buffer }): number {
  if (type !== 'span') return 1
  const { items } = JSON.parse(payload.toString('utf8')) as { readonly items?: readonly unknown[] }
  return items?.length ?? 1
}

function replay(recording: Recording): Promise<Answer> {
  return send(hindcast.origin, addressTo(recording, hindcast))
}

function promise(name: string, payload: Payload, eventId: string): void {
  eventsSent += 1
  if (!promised.has(eventId)) promised.set(eventId, { name, payload })
}

describe('every recording of a real client', () => {
  it.each(ofKind('envelope').map((recording) => [recording.name, recording] as const))(
    '[IN51] is accepted: %s',
    async (name, recording) => {
      const answer = await replay(recording)
      expect(answer.status, answer.body).toBe(200)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      const { eventId, items } = itemsOf(recording)
      if (eventId !== undefined) expect(JSON.parse(answer.body)).toEqual({ id: eventId })
      itemsSent += items.reduce((sum, item) => sum + countedAs(item), 0)
      for (const item of items.filter(({ type }) => type === 'event')) {
        const payload = JSON.parse(item.payload.toString('utf8')) as Payload
        promise(name, payload, eventId ?? payload.event_id ?? '')
      }
    },
  )

  it.each(ofKind('store').map((recording) => [recording.name, recording] as const))(
    '[IN51] is accepted as a stored event: %s',
    async (name, recording) => {
      const answer = await replay(recording)
      expect(answer.status, answer.body).toBe(200)
      const payload = JSON.parse(recording.body.toString('utf8')) as Payload
      expect(JSON.parse(answer.body)).toEqual({ id: payload.event_id })
      itemsSent += 1
      promise(name, payload, payload.event_id ?? '')
    },
  )

  it.each(ofKind('security').map((recording) => [recording.name, recording] as const))(
    '[IN51] is accepted as a report: %s',
    async (_name, recording) => {
      const answer = await replay(recording)
      expect(answer.status, answer.body).toBe(200)
      itemsSent += 1
      reportsSent += 1
    },
  )

  it.each(ofKind('preflight').map((recording) => [recording.name, recording] as const))(
    '[IN52] is let through: %s',
    async (_name, recording) => {
      const answer = await replay(recording)
      expect([200, 204]).toContain(answer.status)
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase()
      for (const header of recording.headers['access-control-request-headers']!.split(',')) {
        expect(allowed).toContain(header.trim())
      }
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-methods']).toContain('POST')
    },
  )

  it.each(ofKind('management', 'other').map((recording) => [recording.name, recording] as const))(
    '[AP52] is answered without a failure of the server, built yet or not: %s',
    async (_name, recording) => {
      const headers = { ...recording.headers, authorization: `Bearer ${hindcast.init.token}` }
      const answer = await send(hindcast.origin, { ...recording, headers })
      expect(answer.status, answer.body).toBeLessThan(500)
      if (recording.kind === 'management' && answer.status >= 400) {
        expect(JSON.parse(answer.body)).toHaveProperty('detail')
      }
    },
  )
})

describe('once everything recorded was sent', () => {
  it('[PL50] every acknowledged event can be read as sent', async () => {
    expect(promised.size).toBeGreaterThan(100)
    for (const [eventId, { name, payload }] of promised) {
      const event = await hindcast.api.awaitEvent(eventId)
      expectToldBy(payload, event, name)
    }
  })

  it('[PL51] every item is accounted for', async () => {
    const sum = (
      totals: readonly { outcome: string; quantity: number }[],
      ...outcomes: readonly string[]
    ): number =>
      totals
        .filter(({ outcome }) => outcomes.includes(outcome))
        .reduce((all, { quantity }) => all + quantity, 0)
    const totals = await eventually('the intake counts to be complete', async () => {
      const intake = await hindcast.api.intake()
      return sum(intake.totals, 'accepted', 'kept_raw', 'dropped') >= itemsSent ? intake.totals : undefined
    })
    expect(sum(totals, 'accepted', 'kept_raw', 'dropped')).toBe(itemsSent)
    expect(sum(totals, 'refused')).toBe(0)
    const accepted = totals.filter(({ outcome }) => outcome === 'accepted')
    const dropped = totals.filter(({ outcome }) => outcome === 'dropped')
    expect(accepted.find(({ category }) => category === 'error')?.quantity).toBe(promised.size)
    expect(accepted.find(({ category }) => category === 'security')?.quantity).toBe(reportsSent)
    expect(dropped.map(({ reason }) => reason)).toEqual(eventsSent === promised.size ? [] : ['duplicate'])
    expect(sum(totals, 'dropped')).toBe(eventsSent - promised.size)
  })

  it('[RS50] the issues count exactly the events that are stored', async () => {
    const events = await hindcast.api.allEvents()
    const issues = await hindcast.api.allIssues()
    expect(events.length).toBe(promised.size + reportsSent)
    expect(issues.reduce((sum, issue) => sum + issue.events, 0)).toBe(events.length)
    console.log(
      `replayed ${recordings.length} recordings: ${events.length} events in ${issues.length} issues`,
    )
  })
})

function expectToldBy(payload: Payload, event: EventView, name: string): void {
  const types = payload.exception?.values?.map(({ type }) => type ?? null) ?? []
  expect(
    event.exceptions.map(({ type }) => type),
    name,
  ).toEqual(types)
  expect(event.release, name).toBe(payload.release ?? null)
  if (payload.environment !== undefined) expect(event.environment, name).toBe(payload.environment)
  if (payload.level !== undefined && payload.level !== 'log') expect(event.level, name).toBe(payload.level)
  const { breadcrumbs = [] } = payload
  const crumbs = Array.isArray(breadcrumbs)
    ? breadcrumbs
    : ((breadcrumbs as { values?: unknown[] }).values ?? [])
  expect(event.breadcrumbs.length, name).toBe(Math.min(crumbs.length, 100))
  expect(event.title, name).not.toBe('')
}
