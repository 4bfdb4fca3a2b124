import { expect, it } from 'vitest'
import { mapMemory } from './memory.ts'

const GiB = 1024 ** 3

it('[SM102] gives the thread that opens maps a share of the memory there is, within bounds', () => {
  expect([0.25, 1, 2, 64].map((size) => mapMemory(size * GiB).heapMb)).toEqual([128, 256, 512, 2048])
  for (const size of [0.25, 1, 64]) {
    const { heapMb, mapBytes, keptBytes } = mapMemory(size * GiB)
    expect(mapBytes + keptBytes).toBeLessThan(heapMb * 1024 * 1024)
  }
})
