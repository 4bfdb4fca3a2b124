import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadFreshEvents } from './harness/fresh-events.ts'
import { install, type Installation } from './harness/installation.ts'
import { drained, openLedger, sendUntilTheEnd } from './harness/ledger.ts'

let hindcast: Installation

beforeAll(async () => {
  hindcast = await install({ env: { HINDCAST_LOG: 'warn' } })
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
})

it('[OP50] SIGTERM under load ends with 0 within 10 s, and every acknowledged event is there afterwards', async () => {
  const ledger = openLedger()
  const fresh = await loadFreshEvents(hindcast)
  for (const loadMs of [200, 700, 1400]) {
    const load = sendUntilTheEnd(hindcast, () => fresh(), ledger)
    await sleep(loadMs)
    expect(await hindcast.server.stop()).toBe(0)
    await load
    await hindcast.start()
  }
  expect(ledger.acknowledged.size).toBeGreaterThan(30)
  await drained(hindcast, ledger.acknowledged)
})
