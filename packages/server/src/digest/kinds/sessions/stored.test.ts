import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { NO_SESSIONS } from '#domain/releases/session.ts'
import { MOMENT, aPayload } from '#domain/testing.ts'
import { loseAnswers } from '#digest/testing/lose-answers.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const attrs = { release: 'shop@1.0.0', environment: 'production' }
const started = new Date(MOMENT).toISOString()
const session = (over: JsonObject) =>
  anEnvelope([{ type: 'session', payload: { init: true, status: 'ok', started, attrs, ...over } }])
const range = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const counts = async ({ telemetry, projectId }: World) =>
  (await telemetry.sessionCounts({ projectId, range }, { limit: 5 })).get('shop@1.0.0')

describe('sessions on their way into the stores', () => {
  it('[PL65] are stored once, also when a batch is brought again, and counted as accepted', async () => {
    const world = await aWorld()
    await world.append(session({ sid: 'a' }))
    await world.append(session({ sid: 'a', init: false, status: 'unhandled' }))
    const aggregates = [{ started, exited: 4, crashed: 1 }]
    await world.append(anEnvelope([{ type: 'sessions', payload: { attrs, aggregates } }]))
    await world.append(session({ sid: undefined }))
    await world.digest({ telemetry: loseAnswers(world.telemetry) })
    await world.digest()
    expect(await counts(world)).toEqual({ ...NO_SESSIONS, sessions: 6, unhandled: 1, crashed: 1 })
    const intake = await world.records.intake.list(world.projectId, range)
    expect(intake.map(({ outcome, reason, quantity }) => `${outcome} ${reason} ${quantity}`).sort()).toEqual([
      'accepted  3',
      'dropped malformed 1',
    ])
  })

  it('[PL66] make their release known, as events do', async () => {
    const world = await aWorld()
    await world.append(session({ sid: 'a' }), { receivedAt: MOMENT + 5 })
    const event = aPayload({ release: 'shop@1.1.0' })
    await world.append(anEnvelope([{ type: 'event', payload: event }]), { receivedAt: MOMENT + 9 })
    await world.digest()
    const releases = await world.records.releaseHealth.ofProject(world.projectId, 10)
    expect(releases.map(({ version, firstEvent, newIssues }) => [version, firstEvent, newIssues])).toEqual([
      ['shop@1.1.0', MOMENT + 9, 1],
      ['shop@1.0.0', MOMENT + 5, 0],
    ])
  })
})
