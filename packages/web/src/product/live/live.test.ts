import { describe, expect, it } from 'vitest'
import { FIRST, readMessage, stepLive } from './live.ts'

describe('the live stream', () => {
  it('[UI3] knows that messages were missed once the browser gave up, so that everything is read again', () => {
    const open = stepLive(FIRST, 'opened')
    const closed = stepLive(open, 'closed')
    expect(closed).toEqual({ phase: 'broken', failures: 1, missed: true })
    expect(stepLive(closed, 'opened')).toEqual({ phase: 'open', failures: 0, missed: false })
  })

  it('[UI3] trusts the browser to resume a dropped stream where it was', () => {
    const dropped = stepLive(stepLive(FIRST, 'opened'), 'dropped')
    expect(dropped).toMatchObject({ phase: 'broken', missed: false })
  })

  it('[UI3] still knows of the gap when a reconnect drops before it opened', () => {
    const state = stepLive(stepLive(stepLive(FIRST, 'opened'), 'closed'), 'dropped')
    expect(state.missed).toBe(true)
    expect(stepLive(state, 'closed').failures).toBe(2)
  })

  it('[UI3] passes over messages of a newer server instead of failing on them', () => {
    expect(readMessage('{"type":"tomorrow"}')).toBeUndefined()
    expect(readMessage('not json')).toBeUndefined()
    expect(readMessage('{"type":"reset"}')).toEqual({ type: 'reset' })
  })
})
