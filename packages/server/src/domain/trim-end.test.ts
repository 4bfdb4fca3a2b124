import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lastLineOf,
  withoutAlias,
  withoutEndings,
  withoutQuery,
  withoutTail,
  withoutTrailing,
} from './trim-end.ts'

/** Texts made of what the patterns look for. */
const pieces = fc
  .array(
    fc.constantFrom(
      ' [as ',
      ']',
      '/<',
      '.',
      '<anonymous>',
      '?',
      '#',
      '/',
      '\n',
      '\u2028',
      'a',
      '.js',
      '://',
      ':',
    ),
  )
  .map((parts) => parts.join(''))

/** The pattern that frozen grouping versions were released with. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)(?:[?#].*)?$|:\/\//

describe('what is taken off the end of a text', () => {
  it('[GR106] is what the patterns of the frozen grouping versions took off', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        expect(withoutQuery(text)).toBe(text.replace(/[?#].*$/, ''))
        expect(withoutTail(text, '/?#')).toBe(text.replace(/[/?#].*$/, ''))
        expect(withoutAlias(text)).toBe(text.replace(/ \[as .*\]$/, ''))
        expect(withoutEndings(text, '/<')).toBe(text.replace(/(?:\/<)+$/, ''))
        expect(withoutEndings(text, '<anonymous>', '.')).toBe(text.replace(/(?:\.?<anonymous>)+$/, ''))
        expect(withoutTrailing(text, '.:')).toBe(text.replace(/[.:]+$/, ''))
        expect(
          /\.(?:[cm]?[jt]sx?|vue|svelte)(?:[?#]|$)|:\/\//.test(lastLineOf(text)) || text.includes('://'),
        ).toBe(SCRIPT.test(text))
      }),
      { numRuns: 2000 },
    )
  })
})
