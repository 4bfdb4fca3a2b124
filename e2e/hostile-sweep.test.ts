import { expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { hostileFields, PATTERNS } from './harness/hostile-fields.ts'
import { plant } from './harness/hostile-events.ts'
import { onTrial } from './harness/trial.ts'

const AT_ONCE = 4

it('[HO15] every field of an event, filled with repetition up to the limit of an item, holds up nobody', () =>
  onTrial(async (trial) => {
    const events = PATTERNS.flatMap((pattern, turn) =>
      // Every pattern in a third of the fields, every field with a third of the patterns.
      hostileFields(pattern).filter((_, index) => index % 3 === turn % 3),
    )
    let accepted = 0
    await trial.besides(
      `${events.length} full fields`,
      async () => {
        const queue = events.values()
        const work = async () => {
          for (const [name, event] of queue) {
            const { status, body } = await plant(trial.hindcast, event)
            expect([200, 413], `${name}: ${body.slice(0, 200)}`).toContain(status)
            if (status === 200) accepted += 1
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, work))
      },
      { foundWithinMs: 60_000 },
    )
    expect(accepted).toBeGreaterThan(events.length * 0.9)
    await eventually('counting every item', async () => {
      const { totals } = await trial.hindcast.api.intake()
      const settled = totals.filter(({ outcome }) => outcome !== 'cut' && outcome !== 'refused')
      const sum = settled.reduce((all, { quantity }) => all + quantity, 0)
      if (sum < accepted) return undefined
      console.log(settled.map((total) => `${total.outcome} ${total.reason} ${total.quantity}`).join(', '))
      return true
    })
  }))
