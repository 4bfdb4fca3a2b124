import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { silentLog } from '#domain/testing.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import { settledOnAllNodes, shareSettled } from './share-settled.ts'

const AN_ERROR = anEnvelope([{ type: 'event', payload: { message: 'late' } }])

describe('up to when alerts look', () => {
  it('[OP252] is not before another node has stored what it accepted', async () => {
    const world = await aWorld()
    const { records } = world
    const now = Date.now()
    const settled = settledOnAllNodes(async () => now, records.settledTimes, 'own')
    expect(await settled()).toBe(now)

    await world.append(AN_ERROR)
    const sharing = shareSettled(world, silentLog)
    await expect.poll(settled, { timeout: 20_000 }).toBe(now - LIMITS.alerts.otherNodesMs)
    await world.digest()
    await expect.poll(settled, { timeout: 20_000 }).toBeGreaterThan(now - 5_000)
    // A node that stops is waited for by nobody.
    await records.settledTimes.tell(world.spool.id, 0)
    await sharing.stop()
    expect(await settled()).toBe(now)
  })

  it('[OP252] is that of the node that is furthest behind, but by no more than a minute', async () => {
    const { records } = await aWorld()
    const { settledTimes } = records
    let own = 1_000_000
    const settled = settledOnAllNodes(async () => own, settledTimes, 'own')
    await settledTimes.tell('own', 5)
    await settledTimes.tell('one', 980_000)
    await settledTimes.tell('two', 2_000_000)
    expect(await settled()).toBe(980_000)
    own = 1_500_000
    expect(await settled()).toBe(1_500_000 - LIMITS.alerts.otherNodesMs)
    await settledTimes.tell('one', 1_800_000)
    expect(await settled()).toBe(1_500_000)
  })
})
