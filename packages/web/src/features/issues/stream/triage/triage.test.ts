import { describe, expect, it } from 'vitest'
import { at, extended, moved, NOTHING, settled, targetsOf, toggled, type Triage } from './triage.ts'

const IDS = ['a', 'b', 'c', 'd']
const on = (cursor: string, more: Partial<Triage> = {}): Triage => ({ ...NOTHING, cursor, ...more })
const selectedOf = ({ selected }: Triage) => [...selected].toSorted().join('')

describe('the cursor', () => {
  it('[UI34] moves within the list and stops at its ends', () => {
    expect(moved(NOTHING, IDS, 1).cursor).toBe('a')
    expect(moved(on('a'), IDS, 1).cursor).toBe('b')
    expect(moved(on('a'), IDS, -1).cursor).toBe('a')
    expect(moved(on('b'), IDS, 100).cursor).toBe('d')
    expect(moved(on('b'), [], 1).cursor).toBe('b')
  })

  it('[UI34] takes an open peek along and leaves a closed one closed', () => {
    expect(moved(on('a', { peek: 'a' }), IDS, 1).peek).toBe('b')
    expect(moved(on('a'), IDS, 1).peek).toBeUndefined()
  })

  it('[UI35] keeps its place when its issue leaves, so that the next key works on the next issue', () => {
    expect(settled(on('b'), IDS, ['a', 'c', 'd']).cursor).toBe('c')
    expect(settled(on('d'), IDS, ['a', 'b', 'c']).cursor).toBe('c')
    expect(settled(on('c'), IDS, ['a', 'd']).cursor).toBe('d')
    expect(settled(on('a'), IDS, []).cursor).toBeUndefined()
  })

  it('[UI35] stays on its issue when rows come before it', () => {
    expect(settled(on('b'), IDS, ['x', 'y', 'a', 'b']).cursor).toBe('b')
  })

  it('[UI35] keeps a peek that was opened by a link to an issue outside the list', () => {
    expect(settled({ ...NOTHING, peek: 'z' }, [], IDS)).toMatchObject({ cursor: 'a', peek: 'z' })
    expect(settled(on('b', { peek: 'b' }), IDS, ['a', 'c'])).toMatchObject({ cursor: 'c', peek: 'c' })
  })
})

describe('the selection', () => {
  it('[UI36] grows and shrinks with the range, and keeps what was picked before it', () => {
    const one = toggled(on('d'), 'd')
    const two = extended(at({ ...one, anchor: undefined }, 'a'), IDS, 1)
    expect(selectedOf(two)).toBe('abd')
    expect(selectedOf(extended(two, IDS, 1))).toBe('abcd')
    expect(selectedOf(extended(extended(two, IDS, 1), IDS, -1))).toBe('abd')
  })

  it('[UI36] is what a command works on, in the order of the list; without one it is the row of the cursor', () => {
    expect(targetsOf(toggled(toggled(on('b'), 'c'), 'a'), IDS)).toEqual(['a', 'c'])
    expect(targetsOf(on('b'), IDS)).toEqual(['b'])
    expect(targetsOf(on('z'), IDS)).toEqual([])
    expect(selectedOf(toggled(toggled(on('b'), 'c'), 'c'))).toBe('')
  })

  it('[UI36] deselects issues that left the list', () => {
    expect(selectedOf(settled(toggled(toggled(on('b'), 'b'), 'c'), IDS, ['a', 'c']))).toBe('c')
  })
})
