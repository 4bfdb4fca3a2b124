import { expect, it } from 'vitest'
import { isEstimate, partOf } from './estimate.ts'

it('[NV43] says of a part of an estimate how far it may be off', () => {
  const tenth = { sampled: 100, total: 1000, margin: 186 }
  const part = partOf(tenth, 250)
  expect(part).toMatchObject({ sampled: 25, total: 250 })
  expect(part.margin).toBeCloseTo(1.96 * Math.sqrt(250 * 9))
  expect(isEstimate(part)).toBe(true)
  expect(partOf(tenth, 1000).margin).toBeCloseTo(1.96 * Math.sqrt(9000))
})

it('[NV43] says nothing of it where everything was counted', () => {
  expect(partOf({ sampled: 80, total: 80, margin: 0 }, 20)).toEqual({ sampled: 20, total: 20, margin: 0 })
  expect(partOf({ sampled: 0, total: 0, margin: 0 }, 0)).toEqual({ sampled: 0, total: 0, margin: 0 })
})
