import { expect, it } from 'vitest'
import { limitRate } from './rate.ts'

it('[NX10] counts each address by itself, and says how long to wait for the next minute', () => {
  let now = 0
  const wait = limitRate(2, () => now)
  expect([wait('a'), wait('a'), wait('b')]).toEqual([undefined, undefined, undefined])
  now = 45_500
  expect([wait('a'), wait('b')]).toEqual([15, undefined])
  now = 60_000
  expect(wait('a')).toBeUndefined()
})

it('[NX10] starts again when the clock is set back', () => {
  let now = 1_000_000
  const wait = limitRate(1, () => now)
  wait('a')
  now = 0
  expect([wait('a'), wait('a')]).toEqual([undefined, 60])
})

it('[NX10] remembers at most 10,000 addresses: the others of that minute share one count', () => {
  const wait = limitRate(1, () => 0)
  for (let index = 0; index < 10_000; index += 1) expect(wait(`a${index}`)).toBeUndefined()
  expect([wait('made up'), wait('made up too')]).toEqual([undefined, 60])
})
