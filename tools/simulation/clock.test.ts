import { describe, expect, it } from 'vitest'
import { createClock, createStation, passing, ranMs, use, type Process } from './clock.ts'

describe('the clock of the simulation', () => {
  it('serves a station in the order of arrival, as many at a time as it has places', () => {
    const clock = createClock()
    const station = createStation('two places', 2)
    const ended: string[] = []
    function* visitor(name: string, arrives: number): Process {
      yield* passing(arrives)
      yield* use(clock, [station], 10)
      ended.push(`${name} at ${clock.now()}`)
    }
    for (const [name, arrives] of [
      ['c', 2],
      ['a', 0],
      ['b', 1],
    ] as const)
      clock.start(visitor(name, arrives))
    clock.runUntil(100)
    expect(ended).toEqual(['a at 10', 'b at 11', 'c at 20'])
    expect(ranMs(station, clock.now())).toBe(30)
  })

  it('counts what runs and not what waits, up to the moment of asking', () => {
    const clock = createClock()
    const [thread, core] = [createStation('thread', 1), createStation('core', 1)]
    clock.start(use(clock, [core], 10))
    clock.start(use(clock, [thread, core], 10))
    clock.runUntil(15)
    expect(ranMs(thread, clock.now())).toBe(5)
    expect(ranMs(core, clock.now())).toBe(15)
  })
})
