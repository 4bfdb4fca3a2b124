import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marksOf, placeOf } from './error-marks.ts'

const error = (line: number, column: number, length: number) => ({ line, column, length })
const faulty = (text: string, ...errors: ReturnType<typeof error>[]) =>
  marksOf(text, errors)
    .filter(({ faulty: isFaulty }) => isFaulty)
    .map((mark) => mark.text)

describe('errors in rules', () => {
  it('[UI136] are marked at the characters they are about, in whichever line', () => {
    expect(faulty('typ:A -> x\nb', error(1, 1, 3))).toEqual(['typ'])
    expect(faulty('a\n\nfoo bar', error(3, 5, 3), error(1, 1, 1))).toEqual(['a', 'bar'])
    expect('a\nfoo bar'.slice(...placeOf('a\nfoo bar', error(2, 5, 3)))).toBe('bar')
  })

  it('[UI136] at the end of a line are marked at its last character', () => {
    expect(faulty('type:A\nb', error(1, 7, 1))).toEqual(['A'])
  })

  it('[UI136] never lose or move a character, also when the text has changed since', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':'), maxLength: 30 })
    const errors = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
      ),
    )
    fc.assert(
      fc.property(text, errors, (given, places) => {
        const marks = marksOf(
          given,
          places.map(([line, column, length]) => error(line, column, length)),
        )
        expect(marks.map((mark) => mark.text).join('')).toBe(given)
      }),
    )
  })
})
