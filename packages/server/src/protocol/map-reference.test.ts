import { describe, expect, it } from 'vitest'
import { inlineBytes, mapReferenceIn } from './map-reference.ts'

const referenceIn = (script: string) => mapReferenceIn(Buffer.from(script))

describe('where a script says its map is', () => {
  it('[SM71] is its last comment, in the newer and the older spelling, also behind code', () => {
    expect(referenceIn('a()\n//# sourceMappingURL=app.js.map\n')).toBe('app.js.map')
    expect(referenceIn('a()\r\n//@ sourceMappingURL=/maps/app.js.map\r\n//# debugId=1')).toBe(
      '/maps/app.js.map',
    )
    expect(referenceIn('//# sourceMappingURL=old.map\nb();//# sourceMappingURL=new.map')).toBe('new.map')
    const inline = `data:application/json;base64,${'QUJD'.repeat(100_000)}`
    expect(referenceIn(`a()\n//# sourceMappingURL=${inline}`)).toBe(inline)
  })

  it('[SM71] is nothing where there is no such comment', () => {
    for (const script of [
      '',
      'a()',
      'x="sourceMappingURL=a.map"',
      '//# sourceMappingURL=',
      '//# sourceMappingURL= a',
    ]) {
      expect(referenceIn(script)).toBeUndefined()
    }
  })

  it('[SM71] can be the map itself', () => {
    const map = '{"version":3,"sources":["ü.js"]}'
    const base64 = Buffer.from(map).toString('base64')
    expect(inlineBytes(`data:application/json;charset=utf-8;base64,${base64}`)?.toString()).toBe(map)
    expect(inlineBytes(`data:application/json,${encodeURIComponent(map)}`)?.toString()).toBe(map)
    expect([inlineBytes('app.js.map'), inlineBytes('data:nothing'), inlineBytes('data:,%E0%A4%A')]).toEqual(
      Array(3).fill(undefined),
    )
  })
})
