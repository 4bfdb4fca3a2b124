import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { ALMOST_SECRETS, LONG_KEYS, plant } from './harness/hostile-events.ts'
import { onTrial, type Trial } from './harness/trial.ts'

/** What became of the items of the attacked project: accepted, kept raw or dropped, never nothing. */
async function settledItems({ hindcast }: Trial): Promise<number> {
  const { totals } = await hindcast.api.intake()
  return totals
    .filter(({ outcome }) => outcome === 'accepted' || outcome === 'kept_raw' || outcome === 'dropped')
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

const settles = (trial: Trial, items: number) =>
  eventually(`counting ${items} items`, async () => ((await settledItems(trial)) >= items ? true : undefined))

describe('events made to be costly', () => {
  it('[HO1] with keys of up to a megabyte hold up nobody', () =>
    onTrial(async (trial) => {
      await trial.besides('long keys', async () => {
        for (const [name, event] of LONG_KEYS) {
          expect((await plant(trial.hindcast, event)).status, name).toBe(200)
        }
        // While they are digested.
        await sleep(3_000)
      })
      await settles(trial, LONG_KEYS.length)
    }))

  it('[HO2] full of what almost is a secret hold up nobody', () =>
    onTrial(async (trial) => {
      await trial.besides('almost secrets', async () => {
        for (const [name, event] of ALMOST_SECRETS) {
          expect((await plant(trial.hindcast, event)).status, name).toBe(200)
        }
        // While they are digested.
        await sleep(3_000)
      })
      await settles(trial, ALMOST_SECRETS.length)
    }))

  it('[HO3] do not come back to stop the server after a kill: it starts, is ready and digests on', () =>
    onTrial(async (trial) => {
      const { hindcast } = trial
      const poison = [...LONG_KEYS.slice(1, 4), ...ALMOST_SECRETS.slice(0, 2)]
      for (const [name, event] of poison) {
        expect((await plant(hindcast, event)).status, name).toBe(200)
        await sleep(200)
        await hindcast.server.kill()
        await hindcast.start()
        expect((await fetch(`${hindcast.origin}/readyz`)).status, `ready after ${name}`).toBe(200)
        await trial.besides(`after a kill on ${name}`, () => sleep(500), { afterMs: 500 })
      }
      await settles(trial, poison.length)
    }))
})
