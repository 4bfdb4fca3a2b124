import { describe, expect, it } from 'vitest'
import { ITEM_TYPES, categoryOf } from '#domain/intake/item-type.ts'
import { STORED_KINDS } from '#domain/intake/stored-kind.ts'
import { createKinds } from './list.ts'

describe('the kinds of data', () => {
  const kinds = createKinds()
  const { all, tables } = kinds

  it('[PL105] each read types of their own, which have a category to be counted under', () => {
    const types = all.flatMap(({ itemTypes }) => itemTypes)
    expect(new Set(types).size).toBe(types.length)
    for (const type of types) {
      expect(Object.keys(ITEM_TYPES)).toContain(type)
      expect(categoryOf(type)).not.toBe('default')
      expect(kinds.of(type)?.itemTypes).toContain(type)
    }
    expect(kinds.of('log')).toBeUndefined()
  })

  it('[PL105] are stored, expire and are counted under the names of the list', () => {
    expect(tables.map(({ name }) => name).toSorted()).toEqual([...STORED_KINDS].toSorted())
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })
})
