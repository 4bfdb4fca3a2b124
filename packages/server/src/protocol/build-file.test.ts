import { expect, it } from 'vitest'
import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { completedByContent, kindByName } from './build-file.ts'

const ID = '3981be22-0000-4000-8000-00000000000a'
const complete = (text: string, kind: 'minified_source' | 'source_map' | 'source' = 'minified_source') =>
  completedByContent({ kind, debugId: undefined, sourceMap: undefined }, Buffer.from(text))

it.each([
  ['3981BE22-0000-4000-8000-00000000000A', ID],
  ['3981be220000400080000000000000 0a', undefined],
  ['3981be22000040008000000000000 00a', undefined],
  [ID.replaceAll('-', ''), ID],
  [` ${ID}\n`, ID],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  [`${ID}-0`, undefined],
  ['', undefined],
])('[SM17] writes the debug id %j in one way', (text, id) => {
  expect(normalDebugId(text)).toBe(id)
})

it('[SM17] takes debug id and map from the last comments of a script where the upload does not say', () => {
  const script = `boom()\n//# sourceMappingURL=old.js.map\n//@ sourceMappingURL=main.js.map\n//# debugId=${ID}\n`
  expect(complete(script)).toEqual({ kind: 'minified_source', debugId: ID, sourceMap: 'main.js.map' })
  expect(complete(`${'x'.repeat(100_000)}\n//# sourceMappingURL=main.js.map`).sourceMap).toBe('main.js.map')
  expect(complete('const s = "//# sourceMappingURL=a.map"').sourceMap).toBeUndefined()
  expect(complete('//# sourceMappingURL=data:application/json;base64,e30=').sourceMap).toBeUndefined()
})

it('[SM17] prefers the upload’s values to the script’s', () => {
  const known = { kind: 'minified_source', debugId: ID, sourceMap: 'real.map' } as const
  expect(completedByContent(known, Buffer.from('//# debugId=00000000-0000-0000-0000-000000000000'))).toEqual(
    known,
  )
})

it('[SM17] takes the debug id of a map from its own key and not from a source inside it', () => {
  const sourcesContent = [JSON.stringify({ debugId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' })]
  expect(complete(JSON.stringify({ version: 3, sourcesContent }), 'source_map').debugId).toBeUndefined()
  expect(complete(JSON.stringify({ sourcesContent, debugId: ID }), 'source_map').debugId).toBe(ID)
  expect(complete(JSON.stringify({ debug_id: ID.toUpperCase() }), 'source_map').debugId).toBe(ID)
  expect(complete(`//# debugId=${ID}`, 'source').debugId).toBeUndefined()
})

it.each([
  ['~/a.js', 'minified_source'],
  ['~/a.mjs?v=1', 'minified_source'],
  ['~/a.js.map', 'source_map'],
  ['~/src/a.ts', 'source'],
])('[SM17] knows what %s is by its name', (name, kind) => {
  expect(kindByName(name, false)).toBe(kind)
})
