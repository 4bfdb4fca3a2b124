import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import { describe, expect, it } from 'vitest'
import { anEvent } from '#features/issues/detail/testing.ts'
import { thisEventFirst } from './this-event-first.ts'

const said = (id: string, eventId: string | null): Feedback => ({
  id,
  message: id,
  name: null,
  email: null,
  url: null,
  occurredAt: '2026-11-15T01:25:30.000Z',
  receivedAt: '2026-11-15T01:25:30.000Z',
  release: null,
  environment: null,
  eventId,
  replayId: null,
  issue: null,
})

describe('feedback on the page of an event', () => {
  it('[UI311] has what is about the event first, and keeps the order otherwise', () => {
    const event = anEvent({ eventId: 'b' })
    const entries = thisEventFirst([said('1', 'a'), said('2', 'b'), said('3', null), said('4', 'b')], event)
    expect(entries.map(({ feedback, isOfEvent }) => [feedback.id, isOfEvent])).toEqual([
      ['2', true],
      ['4', true],
      ['1', false],
      ['3', false],
    ])
  })

  it('[UI311] counts what is about the other side of the same failure as its own', () => {
    const server = anEvent({ eventId: 'server', browserSides: [{ eventId: 'browser' } as never] })
    const browser = anEvent({ eventId: 'browser', serverSide: { eventId: 'server' } as never })
    for (const event of [server, browser])
      expect(
        thisEventFirst([said('1', 'browser'), said('2', 'server')], event).map((one) => one.isOfEvent),
      ).toEqual([true, true])
  })
})
