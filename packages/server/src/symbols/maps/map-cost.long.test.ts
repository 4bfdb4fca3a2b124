import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CostlyMapError, openMap, type OpenMap } from './open-map.ts'
import { textCost } from './text-cost.ts'
import { fixtureText } from '#symbols/testing/world.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const MANY = 300_000
/** What else the process may hold more of meanwhile; each shape takes many times as much, or nothing once it was read. */
const OTHERS = 200_000
const map = (over: object = {}) => ({ version: 3, sources: ['a.js'], names: [], mappings: 'AAAA', ...over })
const bytesOf = (json: object | string) => Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
const listed = (text: string) => JSON.stringify(map()).replace('"AAAA"', `"AAAA","x":[${text.repeat(MANY)}0]`)

const SHAPES: ReadonlyArray<readonly [what: string, json: object | string]> = [
  ['empty lines', map({ mappings: ';'.repeat(MANY) })],
  ['lines of one position', map({ mappings: 'A;'.repeat(MANY) })],
  ['lines of one position with a source', map({ mappings: 'AAAA;'.repeat(MANY) })],
  ['positions without a source', map({ mappings: 'A,'.repeat(MANY) })],
  ['positions with a name', map({ mappings: 'AAAAA,'.repeat(MANY), names: ['a'] })],
  ['nothing but commas', map({ mappings: ','.repeat(MANY) })],
  [
    'sections',
    { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: map({ mappings: 'A;'.repeat(MANY) }) }] },
  ],
  ['a section far down', { version: 3, sections: [{ offset: { line: MANY, column: 0 }, map: map() }] }],
  ['lists', listed('[],')],
  ['lists in lists', listed('[[[[]]]],')],
  ['objects', listed('{},')],
  ['objects with numbers as keys', listed('{"1":0},')],
  [
    'objects with a key of their own',
    map({ x: Array.from({ length: MANY / 10 }, (_, index) => ({ [`k${index}`]: 0 })) }),
  ],
  ['sources', map({ sources: Array.from({ length: MANY }, (_, index) => `src/${index}.js`) })],
  [
    'a root for many sources',
    map({ sourceRoot: 'r'.repeat(5_000), sources: Array<string>(2_000).fill('a') }),
  ],
  ['names', map({ names: Array.from({ length: MANY }, (_, index) => `name${index}`) })],
  ['a long source that is not ASCII', map({ sourcesContent: ['ä€'.repeat(MANY)] })],
]

describe('what opening a map takes', () => {
  it.each(SHAPES)('[SM101] is estimated at no less than it is for %s', (_, json) => {
    const bytes = bytesOf(json)
    const cost = textCost(bytes)
    collect()
    const before = process.memoryUsage().heapUsed
    const opened: OpenMap = openMap(bytes, cost)
    collect()
    const held = process.memoryUsage().heapUsed - before
    expect(opened.bytes + OTHERS).toBeGreaterThan(held * 0.95)
  })

  it('[SM101] is something that this test can see', () => {
    const bytes = bytesOf(map({ mappings: 'AAAA;'.repeat(MANY) }))
    collect()
    const before = process.memoryUsage().heapUsed
    const opened = openMap(bytes, textCost(bytes))
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeGreaterThan(MANY)
    expect(opened.bytes).toBeGreaterThan(MANY)
  })

  it.each(SHAPES)('[SM101] is refused before it is decoded where there is less for it: %s', (_, json) => {
    const bytes = bytesOf(json)
    const cost = textCost(bytes)
    const { bytes: needed } = openMap(bytes, cost)
    expect(() => openMap(bytes, cost, cost.parsing + needed)).not.toThrow()
    expect(() => openMap(bytes, cost, cost.parsing + needed - 1)).toThrow(CostlyMapError)
  })

  it('[SM101] is rejected if it could not be decoded, without trying', () => {
    const far = { version: 3, sections: [{ offset: { line: 4e9, column: 0 }, map: map() }] }
    const root = map({ sourceRoot: 'r'.repeat(1_000_000), sources: Array<string>(100_000).fill('a') })
    for (const json of [far, root]) {
      const bytes = bytesOf(json)
      expect(() => openMap(bytes, textCost(bytes), 1e9)).toThrow(CostlyMapError)
    }
  })

  it('[SM101] is little for a map as bundlers write it', async () => {
    const bytes = bytesOf(await fixtureText('artifacts/app.UNMNSEFP.js.map'))
    const cost = textCost(bytes)
    expect(cost.parsing + openMap(bytes, cost).bytes).toBeLessThan(bytes.length * 25)
  })

  it.each([
    ['an offset that is text', { line: '400000000', column: 0 }],
    ['an offset below zero', { line: -1, column: 0 }],
    ['an offset without a column', { line: 0 }],
  ])('[SM101] is not asked for %s', (_, offset) => {
    const bytes = bytesOf({ version: 3, sections: [{ offset, map: map() }] })
    expect(() => openMap(bytes, textCost(bytes))).toThrow(TypeError)
  })

  it('[SM101] is not asked for sections nested without end', () => {
    let nested: object = map()
    for (let level = 0; level < 50; level++)
      nested = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested }] }
    const bytes = bytesOf(nested)
    expect(() => openMap(bytes, textCost(bytes))).toThrow('nested')
  })
})
