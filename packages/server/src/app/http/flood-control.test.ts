import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { createFloodControl, type FloodDecision } from './flood-control.ts'

const MiB = 1024 * 1024
const { burstMs, behindBytes, leastBytesPerSecond } = LIMITS.flood

/** Looks ten times a second for so long, while so much is accepted and digested. */
function simulate() {
  const decide = createFloodControl()
  let accepted = 0
  let digested = 0
  let decision: FloodDecision = { shouldYield: true, acceptedBytesPerSecond: Number.POSITIVE_INFINITY }
  return {
    during: (seconds: number, load: { pressure: number; offered: number; digest: number }): FloodDecision => {
      for (let looks = 0; looks < seconds * 10; looks++) {
        accepted += Math.min(load.offered, decision.acceptedBytesPerSecond) / 10
        digested = Math.min(accepted, digested + load.digest / 10)
        const limitBytes = 2048 * MiB
        decision = decide({ pressure: load.pressure, accepted, digested, limitBytes }, 100)
      }
      return decision
    },
    backlog: () => accepted - digested,
  }
}

describe('[IN66] senders and the digester', () => {
  it('senders go first, and as fast as they like, for as long as a burst lasts', () => {
    const { during } = simulate()
    const decision = during(burstMs / 1000 - 1, { pressure: 1, offered: 80 * MiB, digest: MiB })
    expect(decision).toEqual({ shouldYield: true, acceptedBytesPerSecond: Number.POSITIVE_INFINITY })
  })

  it('a process that was stopped meanwhile has not used its burst up', () => {
    const decide = createFloodControl()
    const decision = decide(
      { pressure: 1, accepted: 100 * MiB, digested: 0, limitBytes: 2048 * MiB },
      10 * burstMs,
    )
    expect(decision.shouldYield).toBe(true)
  })

  it('the digester is held up no more after that, and no more is accepted than it digests', () => {
    const { during, backlog } = simulate()
    during(burstMs / 1000, { pressure: 1, offered: 80 * MiB, digest: MiB })
    during(30, { pressure: 0.3, offered: 80 * MiB, digest: 10 * MiB })
    const before = backlog()
    const decision = during(30, { pressure: 0.3, offered: 80 * MiB, digest: 10 * MiB })
    expect(decision.shouldYield).toBe(false)
    expect(decision.acceptedBytesPerSecond).toBeGreaterThan(8 * MiB)
    expect(decision.acceptedBytesPerSecond).toBeLessThan(10 * MiB)
    expect(backlog()).toBeLessThan(before)
  })

  it('the same where a backlog stays although nothing is saturated for long', () => {
    const { during, backlog } = simulate()
    const decision = during(burstMs / 1000 + 10, { pressure: 0.5, offered: 20 * MiB, digest: MiB })
    expect(backlog()).toBeLessThan(1024 * MiB)
    expect(decision.shouldYield).toBe(false)
    expect(decision.acceptedBytesPerSecond).toBe(leastBytesPerSecond)
  })

  it('the same before the spool is full, although nothing is saturated', () => {
    const { during } = simulate()
    const decision = during(300, { pressure: 0.3, offered: 20 * MiB, digest: 10 * MiB })
    expect(decision.shouldYield).toBe(false)
    expect(decision.acceptedBytesPerSecond).toBeLessThan(10 * MiB)
  })

  it('ordinary traffic is accepted even if nothing is digested', () => {
    const { during } = simulate()
    const decision = during(120, { pressure: 0.3, offered: 20 * MiB, digest: 0 })
    expect(decision.acceptedBytesPerSecond).toBe(leastBytesPerSecond)
  })

  it('does not delay senders while the digester keeps up, even on a busy server', () => {
    const { during, backlog } = simulate()
    const decision = during(60, { pressure: 1, offered: 9 * MiB, digest: 10 * MiB })
    expect(backlog()).toBeLessThan(behindBytes)
    expect(decision).toEqual({ shouldYield: false, acceptedBytesPerSecond: Number.POSITIVE_INFINITY })
  })

  it('it is over when the backlog is digested, and the next burst is taken again after a while', () => {
    const { during, backlog } = simulate()
    during(burstMs / 1000, { pressure: 1, offered: 80 * MiB, digest: MiB })
    during(600, { pressure: 0.1, offered: MiB, digest: 10 * MiB })
    expect(backlog()).toBeLessThan(behindBytes)
    const decision = during(5, { pressure: 1, offered: 80 * MiB, digest: MiB })
    expect(decision).toEqual({ shouldYield: true, acceptedBytesPerSecond: Number.POSITIVE_INFINITY })
  })
})
