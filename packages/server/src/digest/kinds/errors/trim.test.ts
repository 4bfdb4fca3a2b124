import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aPayload } from '#domain/testing.ts'
import { cutReason } from '#digest/trim/cut.ts'
import { sizeOf } from '#digest/trim/bound-tree.ts'
import { trim } from './trim.ts'

const long = (length: number) => 'x'.repeat(length)
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as JsonObject | undefined)?.[key], value)

describe('trim', () => {
  it('[PL76] bounds keys and fields of no name before secrets are searched for, and marks them', () => {
    const long = 'A'.repeat(200_000)
    const { payload, cuts } = trim({
      user: { [long]: 1, id: 'u' },
      extra: { inner: { [long]: 1 } },
      made_up: { text: 'x'.repeat(100_000) },
      [long]: 1,
    })
    expect(JSON.stringify(payload).length).toBeLessThan(20_000)
    expect(payload).toMatchObject({ user: { id: 'u' }, extra: { inner: {} } })
    expect(cuts).toEqual([
      { path: 'user', unit: 'characters', limit: 512, original: 200_000 },
      { path: 'extra.inner', unit: 'characters', limit: 512, original: 200_000 },
      { path: 'made_up', unit: 'bytes', limit: 16_384, original: 100_012 },
      { path: 'other', unit: 'characters', limit: 512, original: 200_000 },
    ])
  })

  it('[PL76] bounds lists, structures in the place of texts, and the number of unknown fields', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'x']))
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`)
    const { payload, cuts } = trim({
      ...many,
      logger: { a: 'x'.repeat(10_000) },
      stacktrace: { frames: [{ pre_context: lines }] },
    })
    expect(Object.keys(payload)).toHaveLength(52)
    expect(JSON.stringify(payload['logger']).length).toBeLessThan(300)
    expect(JSON.stringify(payload['stacktrace'])).toContain('line 999')
    expect(cuts.map(({ path }) => path)).toEqual(['logger', 'stacktrace.frames.0.pre_context', 'other'])
  })

  it('leaves an ordinary event as it is', () => {
    const payload = aPayload()
    const { payload: trimmed, cuts } = trim(payload)
    expect(trimmed).toBe(payload)
    expect(cuts).toEqual([])
  })

  it('[PL3] marks every text it shortens with what it was before', () => {
    const { payload, cuts } = trim({
      transaction: long(300),
      message: long(9000),
      user: { id: long(200), email: 'a@b.example' },
      tags: { team: long(250), ok: 'yes' },
      exception: { values: [{ type: long(300), value: long(9000) }] },
      breadcrumbs: [{ message: long(9000), category: 'ui' }],
    })
    expect(cuts).toEqual([
      { path: 'transaction', unit: 'characters', limit: 200, original: 300 },
      { path: 'message', unit: 'characters', limit: 8192, original: 9000 },
      { path: 'user.id', unit: 'characters', limit: 128, original: 200 },
      { path: 'tags.team', unit: 'characters', limit: 200, original: 250 },
      { path: 'exception.values.0.type', unit: 'characters', limit: 256, original: 300 },
      { path: 'exception.values.0.value', unit: 'characters', limit: 8192, original: 9000 },
      { path: 'breadcrumbs.0.message', unit: 'characters', limit: 8192, original: 9000 },
    ])
    for (const cut of cuts) {
      const kept = at(payload, cut.path) as string
      expect(kept).toHaveLength(cut.limit)
      expect(kept.endsWith('...')).toBe(true)
    }
  })

  it('[PL3] keeps both ends of a long stack, where a recursion starts and where it ends', () => {
    const frames = Array.from({ length: 1000 }, (_, index) => ({ function: `f${index}` }))
    const { payload, cuts } = trim({ exception: [{ type: 'RangeError', stacktrace: { frames } }] })
    const kept = at(payload, 'exception.0.stacktrace.frames') as Array<{ function: string }>
    expect(kept).toHaveLength(250)
    expect([kept[0], kept[49], kept[50], kept[249]].map((frame) => frame?.function)).toEqual([
      'f0',
      'f49',
      'f800',
      'f999',
    ])
    expect(cuts).toEqual([
      { path: 'exception.0.stacktrace.frames', unit: 'items', limit: 250, original: 1000 },
    ])
  })

  it('[PL3] keeps the newest breadcrumbs and exceptions, and the first tags', () => {
    const many = Array.from({ length: 300 }, (_, index) => index)
    const { payload } = trim({
      breadcrumbs: { values: many.map((n) => ({ message: `m${n}` })) },
      exception: { values: many.map((n) => ({ type: `T${n}` })) },
      tags: Object.fromEntries(many.map((n) => [`k${n}`, 'v'])),
    })
    const crumbs = at(payload, 'breadcrumbs.values') as unknown[]
    expect([crumbs.length, crumbs.at(-1)]).toEqual([100, { message: 'm299' }])
    const exceptions = at(payload, 'exception.values') as unknown[]
    expect([exceptions.length, exceptions.at(-1)]).toEqual([50, { type: 'T299' }])
    const tags = Object.keys(at(payload, 'tags') as object)
    expect([tags.length, tags[0]]).toEqual([200, 'k0'])
  })

  it('[PL3] bounds trees by bytes and by levels', () => {
    const deep = { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }
    const { payload, cuts } = trim({ extra: { deep, wide: Array.from({ length: 5000 }, () => 'text') } })
    expect(JSON.stringify(at(payload, 'extra.deep'))).toContain('[Object]')
    expect(sizeOf(at(payload, 'extra.wide') as Json)).toBeLessThanOrEqual(LIMITS.tree.extraEntryBytes)
    expect(cuts).toEqual([
      { path: 'extra.deep', unit: 'levels', limit: 7, original: 8 },
      { path: 'extra.wide', unit: 'bytes', limit: 16_384, original: 35_002 },
    ])
  })

  it('[PL3] never lets a tree through that exceeds its limit, whatever its shape', () => {
    const words = fc.string({ maxLength: 12, size: 'max' })
    const long = fc.nat(9000).map((length) => 'ü€x'.repeat(length / 3))
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 9 },
        long,
        fc.integer(),
        fc.array(tie('node'), { maxLength: 6 }),
        fc.dictionary(words, tie('node'), { maxKeys: 6 }),
      ),
    })).node
    fc.assert(
      fc.property(tree, (node) => {
        const { payload } = trim({ request: { data: node as Json } })
        const kept = at(payload, 'request.data')
        const spare = 16
        expect(kept === undefined ? 0 : sizeOf(kept as Json)).toBeLessThanOrEqual(
          LIMITS.tree.requestDataBytes + spare,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('[PL3] bounds the marks themselves, of which a sender could cause a million', () => {
    const crumbs = Array.from({ length: 100 }, () => ({
      message: long(9000),
      category: long(200),
      type: long(200),
    }))
    expect(trim({ breadcrumbs: crumbs }).cuts).toHaveLength(LIMITS.marksPerEvent)
  })
})

describe('cutReason', () => {
  it('[PL3] names the kind of field without anything a sender invents', () => {
    expect(cutReason('exception.values.12.value')).toBe('exception.value')
    expect(cutReason('exception.0.stacktrace.frames.3.vars')).toBe('exception.stacktrace.frames.vars')
    expect(cutReason('extra.anything.at.all')).toBe('extra')
    expect(cutReason('breadcrumbs.values.7.data')).toBe('breadcrumbs.data')
    expect(cutReason('tags.user-1234')).toBe('tags')
  })
})
