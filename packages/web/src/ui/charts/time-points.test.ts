import { describe, expect, it } from 'vitest'
import { drawnBands, scaleTop, type Band } from './bands.ts'
import { lonePoints } from './lone-points.ts'
import { latestPoint, marksByPoint, movedCursor } from './time-points.ts'

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

describe('the cursor of a time chart', () => {
  it.each([
    [key('ArrowLeft'), 4],
    [key('ArrowRight'), 6],
    [key('ArrowRight', true), 15],
    [key('ArrowLeft', true), 0],
    [key('Home'), 0],
    [key('End'), 19],
    [key('ArrowUp'), undefined],
    [key('a'), undefined],
  ])('[UI280] moves from point 5 of 20 by %j to %s', (pressed, to) => {
    expect(movedCursor(pressed, 5, 20)).toBe(to)
  })

  it('[UI280] stops at both ends', () => {
    expect(movedCursor(key('ArrowLeft'), 0, 20)).toBe(0)
    expect(movedCursor(key('ArrowRight', true), 15, 20)).toBe(19)
  })

  it('[UI280] begins with the latest point that has a value', () => {
    expect(
      latestPoint(
        [
          [1, null, null],
          [null, 2, null],
        ],
        3,
      ),
    ).toBe(1)
    expect(latestPoint([[null, null, null]], 3)).toBe(2)
    expect(latestPoint([], 0)).toBe(0)
  })
})

describe('what a time chart draws', () => {
  it('[UI280] has each release at the point in whose time it began', () => {
    const marks = [0, 99, 100, 250, 300, -1].map((at) => ({ at: 1000 + at, text: `at ${at}` }))
    const points = marksByPoint(marks, { from: 1000, stepMs: 100, count: 3 })
    expect(points.map((found) => found.map(({ text }) => text))).toEqual([
      ['at 0', 'at 99'],
      ['at 100'],
      ['at 250'],
    ])
  })

  it('[UI282] shows a value that has no neighbour to be joined with', () => {
    expect(lonePoints([1, null, 2, 3, null, undefined, 4])).toEqual([0, 6])
  })

  const bands: readonly Band[] = [
    { word: 'Good', upTo: 200, pattern: 'plain', colour: '--a' },
    { word: 'Needs work', upTo: 500, pattern: 'sparse', colour: '--b' },
    { word: 'Poor', upTo: undefined, pattern: 'dense', colour: '--c' },
  ]

  it('[UI282] reaches beyond the first limit, and beyond the highest value', () => {
    expect(scaleTop([[10, null]], bands)).toBeCloseTo(230)
    expect(scaleTop([[10, 1000], [20]], bands)).toBeCloseTo(1150)
    expect(scaleTop([[10]])).toBeCloseTo(11.5)
    expect(scaleTop([[0, null]])).toBe(1)
  })

  it('[UI282] names the bands that the scale reaches, and no others', () => {
    const named = (top: number) => drawnBands(bands, top).map(({ word, from, to }) => [word, from, to])
    expect(named(150)).toEqual([['Good', 0, 150]])
    expect(named(230)).toEqual([
      ['Good', 0, 200],
      ['Needs work', 200, 230],
    ])
    expect(named(1000)).toEqual([
      ['Good', 0, 200],
      ['Needs work', 200, 500],
      ['Poor', 500, 1000],
    ])
  })

  it('[UI282] gives each band a pattern of its own', () => {
    expect(new Set(bands.map(({ pattern }) => pattern)).size).toBe(bands.length)
  })
})
