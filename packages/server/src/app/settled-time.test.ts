import { describe, expect, it } from 'vitest'
import { createSettledTime } from './settled-time.ts'

describe('up to when everything is known', () => {
  it('[AL16] is the last moment whose requests are all in the stores, whatever came since', async () => {
    const state = { now: 10_000, committed: 100, stored: 0 }
    const settled = createSettledTime({
      spool: { id: 'own', status: () => state },
      telemetry: { watermark: async () => state.stored },
      now: () => state.now,
    })
    expect(await settled()).toBe(0)
    Object.assign(state, { now: 20_000, committed: 200 })
    expect(await settled()).toBe(0)
    Object.assign(state, { now: 30_000, committed: 300, stored: 250 })
    expect(await settled()).toBe(19_000)
    Object.assign(state, { now: 40_000, stored: 300 })
    expect(await settled()).toBe(39_000)
  })

  it('[AL16] remembers a bounded number of moments, however far the stores are behind', async () => {
    const state = { now: 0, committed: 1, stored: 0 }
    const settled = createSettledTime({
      spool: { id: 'own', status: () => ({ committed: state.committed++ }) },
      telemetry: { watermark: async () => state.stored },
      now: () => (state.now += 1000),
    })
    for (let n = 0; n < 5000; n++) expect(await settled()).toBe(0)
    state.stored = 10_000
    expect(await settled()).toBe(state.now - 1000)
  })
})
