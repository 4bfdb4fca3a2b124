import { expect, it } from 'vitest'
import { readSpansPerHour } from './spans-draft.ts'

it.each([
  ['', null],
  ['  ', null],
  ['1000', 1000],
  [' 250000 ', 250_000],
  ['1000000000', 1_000_000_000],
])('[UI260] reads “%s” as %s spans per hour', (typed, read) => {
  expect(readSpansPerHour(typed)).toBe(read)
})

it.each(['0', '999', '1.5', '-1000', 'many', '1000000001'])('[UI260] does not save “%s”', (typed) => {
  expect(readSpansPerHour(typed)).toBeUndefined()
})
