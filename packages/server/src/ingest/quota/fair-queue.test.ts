import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

it('[IN64] groups have their turns one after the other, and so have the members of a group', () => {
  const queue = createFairQueue<string>()
  for (let count = 0; count < 4; count++) queue.add('flood', 'one', `flood ${count}`)
  queue.add('flood', 'two', 'same project, another address')
  queue.add('shop', 'one', 'another project')
  const taken = Array.from({ length: 7 }, () => queue.take())
  expect(taken).toEqual([
    'flood 0',
    'another project',
    'same project, another address',
    'flood 1',
    'flood 2',
    'flood 3',
    undefined,
  ])
  expect(queue.size).toBe(0)
})
