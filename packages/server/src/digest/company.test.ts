import { describe, expect, it } from 'vitest'
import { createCompany } from './company.ts'

/** A clock that only pauses move. */
function aClock() {
  const waited: number[] = []
  const clock = { time: 5, waited }
  const company = createCompany(
    {
      async for(milliseconds) {
        waited.push(milliseconds)
        clock.time += milliseconds
      },
    },
    () => clock.time,
  )
  return { clock, company }
}

describe('createCompany', () => {
  it('[PL69] lets the first batch begin at once, and the next a fifth of a second later', async () => {
    const { clock, company } = aClock()
    await company()
    clock.time += 30
    await company()
    await company()
    expect(clock.waited).toEqual([170, 200])
  })

  it('[PL69] keeps nobody waiting after a rest', async () => {
    const { clock, company } = aClock()
    await company()
    clock.time += 200
    await company()
    expect(clock.waited).toEqual([])
  })
})
