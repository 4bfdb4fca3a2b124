import { expect, it } from 'vitest'
import { remember } from './memoize.ts'

function aReader(read: (text: string) => string | undefined) {
  const asked: string[] = []
  const reader = remember(
    (text) => {
      asked.push(text)
      return read(text)
    },
    { entries: 2, longest: 4 },
  )
  return { asked, reader }
}

it('[IN53] reads a text once, as long as there is room for it', () => {
  const { asked, reader } = aReader((text) => text.toUpperCase())
  expect(['a', 'b', 'a', 'b', 'c', 'a'].map(reader)).toEqual(['A', 'B', 'A', 'B', 'C', 'A'])
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})

it('[IN53] remembers neither long texts nor what could not be read', () => {
  const { asked, reader } = aReader((text) => (text === 'x' ? undefined : text))
  expect(['x', 'x', 'longer', 'longer', 'four', 'four'].map(reader)).toEqual([
    undefined,
    undefined,
    'longer',
    'longer',
    'four',
    'four',
  ])
  expect(asked).toEqual(['x', 'x', 'longer', 'longer', 'four'])
})
