import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { EventSummary } from '@hindcast/contract/events/events.ts'
import { describe, expect, it } from 'vitest'
import { proofsOf, provingEvent, TEST_SDK, type ProofId, type Seen } from './proofs.ts'

const NOTHING: Seen = { requests: 0, accepted: 0, stored: false, events: [], error: undefined }

function anEvent(more: Partial<EventSummary>): EventSummary {
  return { kind: 'error', sdk: 'sentry.javascript.react', release: null, user: null, ...more } as EventSummary
}

function anError(frames: ReadonlyArray<{ inApp: boolean; function: string }>): EventView {
  const rest = { filename: 'src/cart.ts', absPath: null, module: null, line: 12 }
  return {
    threads: [],
    exceptions: [{ frames: frames.map((frame) => ({ ...rest, ...frame })) }],
  } as unknown as EventView
}

const find = (seen: Seen, id: ProofId) => proofsOf(seen).find((proof) => proof.id === id)!

describe('the proofs that an app is connected', () => {
  it('[UI68] are all open before anything came', () => {
    expect(proofsOf(NOTHING).map(({ pending }) => pending)).toEqual(Array(5).fill('nothing'))
  })

  it('[UI68] report that all requests were rejected, because waiting would not help', () => {
    const seen = { ...NOTHING, requests: 3 }
    expect(find(seen, 'request').pending).toBeUndefined()
    expect(find(seen, 'event').pending).toBe('refused')
    expect(find({ ...seen, accepted: 1 }, 'event').pending).toBe('nothing')
  })

  it('[UI68] take the test error for a stored event, never for a proof about the app', () => {
    const test = anEvent({ sdk: `${TEST_SDK} 1`, release: 'x', user: 'y' })
    const seen = { ...NOTHING, requests: 1, accepted: 1, events: [test] }
    expect(find(seen, 'event').pending).toBeUndefined()
    for (const id of ['stack', 'release', 'user'] as const) expect(find(seen, id).pending).toBe('only_test')
    expect(provingEvent([test])).toBeUndefined()
  })

  it('[UI68] are shown with what the data says: the throwing frame of the app, the release, the user', () => {
    const events = [anEvent({}), anEvent({ release: 'shop@4.2.1', user: '17' })]
    const error = anError([
      { inApp: true, function: 'render' },
      { inApp: true, function: 'total' },
      { inApp: false, function: 'schedule' },
    ])
    const seen = { ...NOTHING, stored: true, events, error }
    expect(find(seen, 'stack')).toEqual({
      id: 'stack',
      pending: undefined,
      evidence: 'total · src/cart.ts:12',
    })
    expect(find(seen, 'release').evidence).toBe('shop@4.2.1')
    expect(find(seen, 'user').evidence).toBe('17')
  })

  it('[UI68] say why a stack proves nothing yet', () => {
    const seen = (events: readonly EventSummary[], error?: EventView) => ({
      ...NOTHING,
      stored: true,
      events,
      error,
    })
    expect(find(seen([anEvent({ kind: 'default' })]), 'stack').pending).toBe('no_error')
    expect(find(seen([anEvent({})], anError([])), 'stack').pending).toBe('no_frames')
    const library = anError([{ inApp: false, function: 'schedule' }])
    expect(find(seen([anEvent({})], library), 'stack').pending).toBe('none_in_app')
    expect(find(seen([anEvent({})]), 'release').pending).toBe('not_sent')
  })
})
