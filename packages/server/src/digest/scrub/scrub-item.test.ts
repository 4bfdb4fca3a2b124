import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { aRecord, anEnvelope } from '#digest/testing/records.ts'

const context = { spoolId: 's', settings: DEFAULT_PROJECT_SETTINGS }
const bearer = ['Bearer ', 'abc123def456ghi789'].join('')

function kept(type: string, payload: string | Uint8Array, header: JsonObject = {}) {
  const { raw, counts } = digestInParts(aRecord(anEnvelope([{ type, header, payload }])), context)
  const bytes = Buffer.from(raw[0]!.body as Uint8Array)
  return { row: raw[0]!, bytes, text: bytes.toString('utf8'), counts }
}

describe('items that are kept raw', () => {
  it.each([
    ['profile', { transaction: { name: '/' }, data: { 'http.request.header.authorization': bearer } }],
    ['log', { items: [{ body: `sent ${bearer}`, attributes: { a: { value: bearer, type: 'string' } } }] }],
    ['trace_metric', { items: [{ name: 'size', attributes: { authorization: { value: bearer } } }] }],
    ['replay_event', { urls: [`https://shop.example/?access_token=${bearer.slice(7)}`] }],
    ['check_in', { check_in_id: 'c', status: 'ok', monitor_slug: bearer }],
    ['client_report', { discarded_events: [{ reason: bearer, quantity: 1 }] }],
    ['statsd_of_tomorrow', { anything: [{ headers: [['Authorization', bearer]] }] }],
  ])('[PL72] are stored without their secrets: %s', (type, payload) => {
    const { text, counts } = kept(type, JSON.stringify(payload))
    expect(text).not.toContain('abc123def456ghi789')
    expect(text).toContain('[Filtered]')
    expect(JSON.parse(text)).toBeTypeOf('object')
    expect(counts.map(({ outcome }) => outcome).toSorted()).toEqual(['kept_raw', 'scrubbed'])
  })

  it('[PL72] are searched as texts where they are no JSON, and so are their headers', () => {
    const { row, text } = kept('attachment', `GET /\nCookie: a=${bearer.slice(7)}\nok\n`, {
      filename: `log?token=${bearer.slice(7)}.txt`,
    })
    expect(text).toBe('GET /\nCookie: [Filtered]\nok\n')
    expect(row.header).not.toContain('abc123def456ghi789')
  })

  it('[PL72] stay byte for byte where they are binary, hold nothing, or are too large to be searched', () => {
    const binary = Buffer.concat([Buffer.from('{"segment_id":0}\n'), deflateSync(`[${bearer}]`)])
    expect(kept('replay_recording', binary).bytes).toEqual(binary)
    const spaced = '{ "monitor_slug" : "/" }\n'
    expect(kept('check_in', spaced).text).toBe(spaced)
    const large = `password=${'x'.repeat(LIMITS.beforeScrub.rawItemBytes)}`
    expect(kept('attachment', large).text).toBe(large)
  })
})

describe('the counts of what was replaced', () => {
  it('[PL73] name the rule, once per item', () => {
    const payload = { message: 'x', extra: { password: 'p', other: { passwd: 'q' }, note: bearer } }
    const body = anEnvelope([{ type: 'event', payload: JSON.stringify(payload) }])
    const [item] = digestInParts(aRecord(body), context).events
    expect(item!.counts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['accepted', ''],
      ['scrubbed', 'password'],
      ['scrubbed', 'authorization'],
    ])
  })
})
