import { describe, expect, it } from 'vitest'
import { changeFrom, crashFreeText } from './figures.ts'

describe('a figure beside an earlier one', () => {
  it.each([
    [100, 112, { trend: 'more', text: '+12%' }],
    [200, 50, { trend: 'fewer', text: '-75%' }],
    [10, 375, { trend: 'more', text: '×38' }],
    [1000, 1020, { trend: 'same', text: '' }],
    [0, 0, { trend: 'same', text: '' }],
    [0, 7, undefined],
  ])('[OV11] from %d to %d is %o', (before, now, change) => {
    expect(changeFrom(before, now, 'en')).toEqual(change)
  })

  it('[OV11] is written as the language does', () => {
    expect(changeFrom(100, 112, 'de')?.text).toBe('+12\u00a0%')
  })

  it('[OV11] never calls a release free of crashes that had one', () => {
    expect(crashFreeText(0.99999, 'en')).toBe('99.99%')
    expect(crashFreeText(1, 'en')).toBe('100%')
  })
})
