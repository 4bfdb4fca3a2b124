import { expect, it } from 'vitest'
import { selfTimes } from '#features/traces/model/self-time.ts'
import { buildTrace } from '#features/traces/model/trace-model.ts'
import { aTrace } from '#features/traces/testing.ts'
import { sortSpans } from './sort-spans.ts'

const model = buildTrace(
  aTrace([
    { start: 0, duration: 100 },
    { start: 10, duration: 90, parent: 0 },
    { start: 20, duration: 30 },
  ]),
)
const sorted = (by: 'start' | 'duration' | 'self', among: Uint8Array | Int32Array) =>
  Array.from(sortSpans(model, selfTimes(model), among, by))

it('[TR32] sorts the table of spans by start, duration or self time', () => {
  const all = Int32Array.of(2, 0, 1)
  expect(sorted('start', all)).toEqual([0, 1, 2])
  expect(sorted('duration', all)).toEqual([0, 1, 2])
  expect(sorted('self', all)).toEqual([1, 2, 0])
  expect(Array.from(all)).toEqual([2, 0, 1])
})

it('[TR32] lists only what the filter leaves', () => {
  expect(sorted('start', Uint8Array.of(1, 0, 1))).toEqual([0, 2])
})
