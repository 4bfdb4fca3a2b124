import { describe, expect, it } from 'vitest'
import { EVENT_ID, aPayload } from '#domain/testing.ts'
import { intakeOf, rawOf, upgrade, withoutSessions } from '#digest/kept/testing.ts'
import { loseAnswers } from '#digest/testing/lose-answers.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const feedback = (message: string, id: string) => ({
  type: 'feedback',
  payload: {
    event_id: id.repeat(32),
    release: 'shop@2.0.0',
    contexts: { feedback: { message, associated_event_id: EVENT_ID } },
  },
})
const report = { type: 'user_report', payload: { event_id: EVENT_ID, comments: 'an old SDK' } }

async function messages({ telemetry, projectId }: World): Promise<readonly string[]> {
  const page = await telemetry.feedback({ projectId }, { limit: 10 })
  return page.feedback.map(({ message }) => message).toSorted()
}

describe('feedback on its way into the stores', () => {
  it('[FB7] is stored once, also when a batch is brought again, and counted with what was dropped', async () => {
    const world = await aWorld()
    await world.append(anEnvelope([feedback('slow', 'a')]))
    await world.append(anEnvelope([report, { type: 'event', payload: aPayload() }]))
    await world.append(anEnvelope([feedback('', 'b')]))
    await world.digest({ telemetry: loseAnswers(world.telemetry) })
    await world.digest()
    expect(await messages(world)).toEqual(['an old SDK', 'slow'])
    expect((await world.telemetry.stats()).stored).toMatchObject({ feedback: 2, raw: 0 })
    expect(await intakeOf(world)).toEqual([
      'accepted error  1',
      'accepted feedback  2',
      'dropped feedback malformed 1',
    ])
    const releases = await world.records.releaseHealth.ofProject(world.projectId, 10)
    expect(releases.map(({ version }) => version)).toContain('shop@2.0.0')
  })

  it('[FB8] is read from what earlier versions kept raw', async () => {
    const world = await aWorld()
    await world.append(anEnvelope([feedback('slow', 'a')], { event_id: 'a'.repeat(32) }))
    await world.append(anEnvelope([report], { event_id: EVENT_ID }), { eventId: EVENT_ID })
    await world.digest({ kinds: withoutSessions() })
    expect(await intakeOf(world)).toEqual(['kept_raw feedback  2'])
    await upgrade(world)
    const { feedback: found } = await world.telemetry.feedback({ projectId: world.projectId }, { limit: 10 })
    expect(found.map(({ eventId }) => eventId)).toEqual([EVENT_ID, EVENT_ID])
    expect(await messages(world)).toEqual(['an old SDK', 'slow'])
    expect([...(await rawOf(world, 'feedback')), ...(await rawOf(world, 'user_report'))]).toEqual([])
    expect(await intakeOf(world)).toEqual(['accepted feedback  2'])
  })
})
