import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { aPayload, aReceipt } from '#domain/testing.ts'
import { normalise } from '#event/normalise.ts'
import { digestError } from './digest.ts'
import { digestedEvent } from './event-row.ts'
import { groupV1 } from '#event/grouping/group-v1.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

let lastId = 0
const nextId = () => (++lastId).toString(16).padStart(32, '0')

function failing(type: string, value: string, named = true): JsonObject {
  const frames = [{ filename: 'https://shop.example/src/api.ts', function: 'loadCart', in_app: true }]
  const stack = named ? { stacktrace: { frames } } : {}
  return aPayload({ event_id: nextId(), exception: { values: [{ type, value, ...stack }] } })
}

/** An event as an installation of the version before stored it. */
async function storedByVersion1(world: World, payload: JsonObject): Promise<string> {
  const { projectId } = world
  const eventId = payload['event_id'] as string
  const row = digestError(payload, anErrorContext({ seq: lastId, projectId, eventId }))
  if (row instanceof Drop) throw new Error(row.detail)
  const { fingerprint } = groupV1(normalise(payload, aReceipt(), { eventId }), undefined)
  const { earlier: _, ...event } = { ...digestedEvent(row), fingerprint, groupingVersion: 1 }
  const batch = { spoolId: 'before', from: lastId, to: lastId + 1, events: [event], counts: [] }
  return (await world.records.digest.apply(batch)).issueIds.get(`${projectId}/${fingerprint}`)!
}

async function arrive(world: World, ...payloads: readonly JsonObject[]): Promise<void> {
  for (const payload of payloads) await world.append(anEnvelope([{ type: 'event', payload }]))
  await world.digest()
}

const counts = async (world: World) => {
  const page = await world.records.issues.page(
    { projectIds: [world.projectId] },
    { sort: 'first_seen', limit: 9 },
  )
  return new Map(page.issues.map(({ id, eventCount }) => [id, eventCount]))
}

describe('issues of an earlier grouping', () => {
  it.each([
    ['a stack decided', failing('TypeError', 'Failed to fetch'), failing('TypeError', 'Failed to fetch')],
    [
      'the message decided',
      failing('TypeError', 'Load failed', false),
      failing('TypeError', 'Load failed', false),
    ],
    [
      'the cause decided',
      failing('ChunkLoadError', 'Loading chunk 1 failed.'),
      failing('ChunkLoadError', 'Loading chunk 2 failed.'),
    ],
    [
      'the words of one engine decided',
      failing('TypeError', "Cannot read properties of undefined (reading 'price')", false),
      failing('TypeError', "Cannot read properties of undefined (reading 'price')", false),
    ],
  ])('[GR66] get the events that a later version groups, where %s', async (_, before, after) => {
    const world = await aWorld()
    const issue = await storedByVersion1(world, before)
    await arrive(world, after)
    expect(await counts(world)).toEqual(new Map([[issue, 2]]))
  })

  it('[GR66] stay the issue of the cause, for events whose earlier fingerprint leads nowhere', async () => {
    const world = await aWorld()
    const issue = await storedByVersion1(world, failing('TypeError', 'Failed to fetch'))
    await arrive(world, failing('TypeError', 'Load failed', false), failing('TypeError', 'Failed to fetch'))
    await arrive(world, failing('TypeError', 'NetworkError when attempting to fetch resource.', false))
    expect(await counts(world)).toEqual(new Map([[issue, 4]]))
  })

  it('[GR68] get the events that say the same in the words of another engine', async () => {
    const world = await aWorld()
    await arrive(world, failing('TypeError', "Cannot read properties of undefined (reading 'price')", false))
    await arrive(world, failing('TypeError', "undefined is not an object (evaluating 'e.price')", false))
    expect([...(await counts(world)).values()]).toEqual([2])
  })

  it('[GR66] are left alone where another error of the same function made them', async () => {
    const world = await aWorld()
    await arrive(world, failing('TypeError', 'price is undefined'))
    await arrive(world, failing('TypeError', 'Failed to fetch'), failing('TypeError', 'price is undefined'))
    expect([...(await counts(world)).values()].toSorted((a, b) => a - b)).toEqual([1, 2])
  })
})
