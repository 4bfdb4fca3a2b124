import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { describe, expect, it } from 'vitest'
import { arrived, concerns, isRefused, mendedIn, MOST_LINES, withHistory } from './request-log.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

function aRequest(second: number, more: Partial<WireMessage> = {}): WireMessage {
  return {
    type: 'request',
    at: at(second),
    projectId: '1',
    method: 'POST',
    pattern: '/api/{project}/envelope/',
    keyPrefix: 'abcdef',
    status: 200,
    reason: '',
    explanation: '',
    detail: '',
    fix: '',
    bytes: 100,
    items: 1,
    origin: null,
    sdk: null,
    durationMs: 1,
    ...more,
  }
}

const refused = (second: number, reason: string) => aRequest(second, { status: 403, reason })

describe('the wire', () => {
  it('[UI66] puts the newest request first and shows what was both pushed and remembered once', () => {
    const pushed = arrived([], [aRequest(2), aRequest(3)])
    const whole = withHistory(pushed, [aRequest(3), aRequest(2), aRequest(1)], '')
    expect(whole.map(({ message }) => message.at)).toEqual([at(3), at(2), at(1)])
    expect(whole.map(({ fresh }) => fresh)).toEqual([true, true, false])
  })

  it('[UI66] keeps the last 200, so that a flood does not fill the page', () => {
    const flood = Array.from({ length: MOST_LINES + 50 }, (_, second) => aRequest(second))
    const lines = arrived([], flood)
    expect(lines).toHaveLength(MOST_LINES)
    expect(lines[0]?.message.at).toBe(at(MOST_LINES + 49))
  })

  it('[UI66] does not bring back what was cleared', () => {
    expect(withHistory([], [aRequest(5), aRequest(4)], at(4)).map(({ message }) => message.at)).toEqual([
      at(5),
    ])
  })

  it('[UI67] unfolds a refusal whose reason is new, and none of those that repeat it', () => {
    const lines = arrived([], [refused(1, 'unknown_key'), refused(2, 'unknown_key'), refused(3, 'empty')])
    expect(lines.map(({ news }) => news)).toEqual([true, false, true])
    expect(arrived(lines, [aRequest(4)])[0]?.news).toBe(false)
    const remembered = withHistory([], [refused(2, 'empty'), refused(1, 'empty')], '')
    expect(remembered.map(({ news }) => news)).toEqual([true, false])
  })

  it('[UI67] leads from a refusal to the place where it is mended', () => {
    expect(mendedIn('unknown_key')).toBe('keys')
    expect(mendedIn('origin_not_allowed')).toBe('settings')
    expect(mendedIn('over_quota')).toBe('settings')
    expect(mendedIn('something_new')).toBe('intake')
    expect(isRefused(refused(1, 'empty'))).toBe(true)
    expect(isRefused(aRequest(1))).toBe(false)
  })

  it('[UI66] shows requests of this project and of none, never those of another one', () => {
    expect(concerns(aRequest(1), '1')).toBe(true)
    expect(concerns(aRequest(1, { projectId: null }), '1')).toBe(true)
    expect(concerns(aRequest(1, { projectId: '2' }), '1')).toBe(false)
  })
})
