import { describe, expect, it } from 'vitest'
import { createSyncMode } from './sync-mode.ts'

function aPatience() {
  const clock = { now: 0 }
  return { clock, ...createSyncMode(() => clock.now) }
}

/** How often the disk was waited for in these milliseconds, one call each, every one as slow as said. */
function waitsWithin(ms: number, callMs: number): number {
  const { clock, mayWait, waited } = aPatience()
  let waits = 0
  for (; clock.now < ms; clock.now += 1) {
    if (!mayWait()) continue
    waits += 1
    waited(callMs)
  }
  return waits
}

describe('sync mode of a disk', () => {
  it('[SP17] waits for a quick disk every time', () => {
    expect(waitsWithin(1000, 0.2)).toBe(1000)
  })

  it('[SP17] bears a slow call now and then', () => {
    const { mayWait, waited } = aPatience()
    for (const ms of [0.1, 40, 30, 0.1, 50, 60, 0.1]) {
      waited(ms)
      expect(mayWait()).toBe(true)
    }
  })

  it('[SP17] leaves a slow disk to others, and looks again more and more rarely', () => {
    expect(waitsWithin(900, 20)).toBe(3)
    expect(waitsWithin(10_000, 20)).toBe(6)
    expect(waitsWithin(3_600_000, 20)).toBeLessThan(70)
  })

  it('[SP17] waits again every time once one call was quick', () => {
    const { clock, mayWait, waited } = aPatience()
    for (const ms of [5, 5, 5]) waited(ms)
    expect(mayWait()).toBe(false)
    clock.now = 1000
    expect(mayWait()).toBe(true)
    waited(0.1)
    waited(5)
    expect(mayWait()).toBe(true)
  })
})
