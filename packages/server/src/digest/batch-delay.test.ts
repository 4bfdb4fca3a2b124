import { describe, expect, it } from 'vitest'
import { createBatchDelay } from './batch-delay.ts'

/** A clock that only pauses move. */
function aClock() {
  const waited: number[] = []
  const clock = { time: 5, waited }
  const batchDelay = createBatchDelay(
    {
      async for(milliseconds) {
        waited.push(milliseconds)
        clock.time += milliseconds
      },
    },
    () => clock.time,
  )
  return { clock, batchDelay }
}

describe('createBatchDelay', () => {
  it('[PL69] lets the first batch begin at once, and the next a fifth of a second later', async () => {
    const { clock, batchDelay } = aClock()
    await batchDelay()
    clock.time += 30
    await batchDelay()
    await batchDelay()
    expect(clock.waited).toEqual([170, 200])
  })

  it('[PL69] keeps nobody waiting after a rest', async () => {
    const { clock, batchDelay } = aClock()
    await batchDelay()
    clock.time += 200
    await batchDelay()
    expect(clock.waited).toEqual([])
  })
})
