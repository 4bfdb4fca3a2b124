import { describe, expect, it } from 'vitest'
import type { InboundFilters } from '#domain/projects/project.ts'
import { DEFAULT_PROJECT_SETTINGS, NO_FILTERS } from '#domain/projects/project.ts'
import { MOMENT, aPayload } from '#domain/testing.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const idOf = (n: number) => n.toString(16).padStart(32, '0')

async function arrive(world: World, n: number, filters: Partial<InboundFilters>): Promise<void> {
  await world.records.projects.updateSettings(world.projectId, {
    ...DEFAULT_PROJECT_SETTINGS,
    filters: { ...NO_FILTERS, ...filters },
  })
  await world.append(anEnvelope([{ type: 'event', payload: aPayload({ event_id: idOf(n) }) }]))
  await world.digest()
}

describe('inbound filters', () => {
  it('[PL43] drop and count while they are on, and let the same in again once they are off', async () => {
    const world = await aWorld()
    await arrive(world, 1, {})
    await arrive(world, 2, { releases: ['shop@1.*'] })
    await arrive(world, 3, { messages: ['*price*'] })
    await arrive(world, 4, {})

    const { events } = await world.telemetry.page({ projectId: world.projectId, range: WEEK }, { limit: 10 })
    expect(events.map((event) => event.eventId)).toEqual([idOf(4), idOf(1)])
    const counts = await world.records.intake.list(world.projectId, WEEK)
    expect(
      new Map(counts.map(({ outcome, reason, quantity }) => [`${outcome} ${reason}`.trim(), quantity])),
    ).toEqual(
      new Map([
        ['accepted', 2],
        ['dropped filtered_release', 1],
        ['dropped filtered_message', 1],
      ]),
    )
    const { issues } = await world.records.issues.page(
      { projectIds: [world.projectId] },
      { sort: 'last_seen', limit: 10 },
    )
    expect(issues).toMatchObject([{ eventCount: 2 }])
  })
})
