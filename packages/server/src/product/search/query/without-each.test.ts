import { describe, expect, it } from 'vitest'
import { withoutKey } from './without-each.ts'

describe('withoutKey', () => {
  it.each([
    ['is:unresolved', ''],
    ['  is:unresolved  a  is:new "b  c" !is:ignored', 'a "b  c"'],
    ['release:1 env:is:x', 'release:1 env:is:x'],
    ['"is:unresolved" is', '"is:unresolved" is'],
    ['(is:new OR level:error) is:resolved', '(is:new OR level:error)'],
    ['is:new OR level:error', 'is:new OR level:error'],
    ['(', '('],
  ])('[AP40] leaves of %o what is not about the status by itself', (query, rest) => {
    const words = (text: string) =>
      text
        .trim()
        .split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .filter(Boolean)
    expect(words(withoutKey(query, 'is'))).toEqual(words(rest))
  })
})
