import { describe, expect, it } from 'vitest'
import { createBatchSpacing } from './batch-spacing.ts'

/** A clock that only pauses move. */
function aClock() {
  const waited: number[] = []
  const clock = { time: 5, waited }
  const spaced = createBatchSpacing(
    {
      async for(milliseconds) {
        waited.push(milliseconds)
        clock.time += milliseconds
      },
    },
    () => clock.time,
  )
  return { clock, spaced }
}

describe('createBatchSpacing', () => {
  it('[PL69] lets the first batch begin at once, and the next a fifth of a second later', async () => {
    const { clock, spaced } = aClock()
    await spaced()
    clock.time += 30
    await spaced()
    await spaced()
    expect(clock.waited).toEqual([170, 200])
  })

  it('[PL69] does not wait after an idle period', async () => {
    const { clock, spaced } = aClock()
    await spaced()
    clock.time += 200
    await spaced()
    expect(clock.waited).toEqual([])
  })
})
