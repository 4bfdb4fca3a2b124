import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MOMENT, aPayload, silentLog } from '#domain/testing.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { aReceipt, anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const event = (n: number) =>
  anEnvelope([{ type: 'event', payload: aPayload({ event_id: n.toString(16).padStart(32, '0') }) }])

it('[TS73] drops an event whose id another spool brought, from whatever position', async () => {
  const world = await aWorld()
  const { projectId } = world
  await world.append(event(1))
  await world.append(event(2))
  await world.digest()

  const dir = join(world.folder, 'second')
  const limits = { limitBytes: 1e9, reserveBytes: 0, segmentBytes: 1e6, retryAfterSeconds: 30 }
  const second = await openFileSpool({ ...limits, dir, now: Date.now, log: silentLog })
  await second.append(aReceipt({ projectId }), event(2))
  await second.append(aReceipt({ projectId }), event(3))
  const reader = await openFileSpoolReader({ dir, log: silentLog })
  onTestFinished(async () => {
    await reader.close()
    await second.close()
  })
  const digester = await world.startDigester({ reader })
  digester.advance(second.status().committed)
  await digester.idle()

  const { events } = await world.telemetry.page({ projectId, range: WEEK }, { limit: 9 })
  expect(events).toHaveLength(3)
  const counts = await world.records.intake.list(projectId, WEEK)
  const quantities = Object.fromEntries(counts.map((count) => [count.outcome, count.quantity]))
  expect(quantities).toEqual({ accepted: 3, dropped: 1 })
  const { issues } = await world.records.issues.page(
    { projectIds: [projectId] },
    { sort: 'last_seen', limit: 9 },
  )
  expect(issues.map(({ eventCount }) => eventCount)).toEqual([3])
})
