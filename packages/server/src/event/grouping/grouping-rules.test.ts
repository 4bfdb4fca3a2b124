import { describe, expect, it } from 'vitest'
import { normalise } from '#event/normalise.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import type { MappedFrame, StackAnswer } from '#domain/source-maps/mapped-frame.ts'
import { MOMENT } from '#domain/testing.ts'
import { group } from './group.ts'
import { rulesOf } from './grouping-rules.ts'

const received = {
  at: MOMENT,
  sentAt: undefined,
  address: undefined,
  userAgent: undefined,
  clientHints: {},
  sdk: undefined,
}
const frame = (name: string, file: string, inApp = true) => ({
  function: name,
  filename: file,
  abs_path: file,
  lineno: 1,
  colno: 1,
  in_app: inApp,
})
const CHECKOUT = frame('checkout', 'https://shop.test/src/checkout.js')
const VENDOR = frame('request', 'https://shop.test/src/vendor/http.js')
const WRAP = frame('wrapAsync', 'https://shop.test/src/wrap.js')

function anError(frames: Json[] = [CHECKOUT, VENDOR], over: JsonObject = {}) {
  const values = [{ type: 'TypeError', value: 'payment time out after 30 s', stacktrace: { frames } }]
  return normalise({ platform: 'javascript', exception: { values }, ...over }, received, {
    eventId: 'e'.repeat(32),
  })
}
const grouped = (event: ReturnType<typeof anError>, text = '', answer?: StackAnswer) =>
  group(event, undefined, answer, rulesOf({ groupingRules: text }))

describe('rules of a project', () => {
  it('[GR93] change nothing where none matches: every fingerprint stays as it was', () => {
    const event = anError()
    expect(grouped(event, 'type:Other -> fingerprint a\nframe.file:**/nowhere/** -> ignore frame')).toEqual(
      grouped(event),
    )
  })

  it('[GR93] set the fingerprint, or add to what it would be, and say in which line', () => {
    const set = 'type:typeerror message:"*time out*" -> fingerprint payment-timeout'
    const here = grouped(anError(), set)
    expect(grouped(anError([WRAP], { release: 'x' }), set).fingerprint).toBe(here.fingerprint)
    expect(here).toMatchObject({
      version: 1,
      evidence: {
        rule: 'fingerprint',
        summary: 'A rule of the project set the fingerprint (line 1).',
        parts: ['fingerprint', 'payment-timeout'],
      },
    })
    const added = `# first\n${set} {{ default }} {{ transaction }}`
    const checkout = grouped(anError([CHECKOUT], { transaction: '/pay' }), added)
    expect(checkout.fingerprint).not.toBe(
      grouped(anError([WRAP], { transaction: '/pay' }), added).fingerprint,
    )
    expect(checkout.evidence.summary).toBe('A rule of the project added to the default grouping (line 2).')
    expect(checkout.evidence.parts).toContain('checkout in src/checkout.js')
    expect(checkout.evidence.parts).toContain('/pay')
  })

  it('[GR93] go before a fingerprint of the SDK, and the first of them decides', () => {
    const event = anError(undefined, { fingerprint: ['sdk'] })
    const rules = 'type:TypeError -> fingerprint first\ntype:TypeError -> fingerprint second'
    expect(grouped(event, rules).evidence.parts).toEqual(['fingerprint', 'first'])
    expect(grouped(event).evidence.parts).toEqual(['fingerprint', 'sdk'])
  })

  it('[GR94] take frames out of the application, into it, or out of sight; the later rule decides', () => {
    const plain = grouped(anError())
    expect(plain.evidence.parts).toContain('request in src/vendor/http.js')
    const vendor = grouped(anError(), 'frame.file:**/vendor/** -> not in app')
    expect(vendor.evidence.parts).toEqual(['stacktrace', 'TypeError', 'checkout in src/checkout.js'])
    expect(vendor.fingerprint).toBe(grouped(anError([CHECKOUT])).fingerprint)
    const wrapped = grouped(anError([CHECKOUT, WRAP]), 'frame.function:wrap* -> ignore frame')
    expect(wrapped.fingerprint).toBe(vendor.fingerprint)
    const both = 'frame.file:**/vendor/** -> ignore frame\nframe.file:**/http.js -> in app'
    expect(grouped(anError(), both).fingerprint).toBe(plain.fingerprint)
    const others = 'frame.file:**/*.js !frame.file:**/vendor/** -> ignore frame'
    expect(grouped(anError(), others).fingerprint).toBe(grouped(anError([VENDOR])).fingerprint)
  })

  it('[GR94] can make a dependency the application’s own', () => {
    const acme = frame('format', '/srv/node_modules/@acme/money/index.js', false)
    const react = frame('dispatch', '/srv/node_modules/react/index.js', false)
    const own = grouped(anError([CHECKOUT, acme, react]), 'frame.file:**/@acme/** -> in app')
    expect(own.evidence.parts).toEqual([
      'stacktrace',
      'TypeError',
      'format in @acme/money/index.js',
      'checkout in src/checkout.js',
    ])
  })

  it('[GR95] know frames by their sources, and group mapped stacks without those that are ignored', () => {
    const original = (filename: string, name: string): MappedFrame => ({
      original: {
        filename,
        source: `webpack://shop/./${filename}`,
        function: name,
        line: 1,
        column: 1,
        inApp: true,
        preContext: [],
        contextLine: undefined,
        postContext: [],
      },
      map: { state: 'mapped', looked: [], nearest: undefined, fix: undefined },
    })
    const built = frame('a', 'https://shop.test/assets/index-DkT7x2aB.js')
    const event = anError([built, built])
    const answer = [[original('src/pay.ts', 'pay'), original('src/retry.ts', 'retry')]]
    const ignored = grouped(event, 'frame.file:src/retry.ts -> ignore frame', answer)
    expect(ignored).toMatchObject({ version: 2 })
    expect(ignored.evidence.parts).toEqual(['stacktrace', 'TypeError', 'pay in src/pay.ts'])
    const foreign = grouped(event, 'frame.function:retry -> not in app', answer)
    expect(foreign.fingerprint).toBe(ignored.fingerprint)
    const named = grouped(event, 'frame.file:**/retry.ts -> fingerprint retries', answer)
    expect(named.evidence.parts).toEqual(['fingerprint', 'retries'])
    expect(grouped(event, 'frame.file:**/retry.ts -> fingerprint retries').evidence.rule).not.toBe(
      'fingerprint',
    )
  })

  it('[GR93] are matched by every field they may name', () => {
    const event = anError(undefined, {
      level: 'warning',
      logger: 'api',
      transaction: '/pay',
      release: 'shop@1.2',
      environment: 'production',
      tags: { plan: 'pro' },
    })
    const fields = [
      'level:warning',
      'logger:api',
      'transaction:/p*',
      'release:shop@1.?',
      'environment:prod*',
      'platform:javascript',
      'tags.plan:pro',
      'frame.function:request',
      'message:payment*',
    ]
    for (const field of fields) {
      expect(grouped(event, `${field} -> fingerprint x`).evidence.parts, field).toEqual(['fingerprint', 'x'])
      expect(grouped(event, `${field}no -> fingerprint x`), field).toEqual(grouped(event))
    }
    expect(grouped(event, '!tags.plan:pro -> fingerprint x')).toEqual(grouped(event))
    expect(grouped(event, '!tags.none:* -> fingerprint x').evidence.parts).toEqual(['fingerprint', 'x'])
  })

  it('[GR105] share a number of steps per event: what comes after matches nothing, negated or not', () => {
    const costly = Array.from(
      { length: 91 },
      (_, index) => `frame.file:${'*a'.repeat(90)}*b${index} -> in app`,
    )
    const frames = Array.from({ length: 100 }, (_, index) => frame('f', `${'a'.repeat(480)}${index}`))
    const values = Array.from({ length: 50 }, (_, index) => ({ type: `E${index}`, stacktrace: { frames } }))
    const flooded = anError([], { exception: { values } })
    for (const last of ['type:E* -> fingerprint mine', '!type:Nobody -> fingerprint mine']) {
      const rules = [...costly, last].join('\n')
      expect(grouped(anError(), rules).evidence.rule).toBe(
        last.startsWith('!') ? 'fingerprint' : 'stacktrace',
      )
      expect(grouped(flooded, last).evidence.rule).toBe('fingerprint')
      expect(grouped(flooded, rules)).toEqual(grouped(flooded))
    }
  })
})
