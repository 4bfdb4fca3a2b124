import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aPayload, MOMENT, silentLog } from '#domain/testing.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import { joinLateSidesJob, type LateSidesDeps } from './join-late-sides.ts'

const running = new AbortController().signal
const SDK = { name: 'sentry.javascript.nextjs', version: '11.8.0' }
const idOf = (letter: string) => letter.repeat(32)
const thrown = (value: string): JsonObject => ({ values: [{ type: 'Error', value }] })
const tagged = (digest: string): JsonObject => ({ tags: { 'nextjs.digest': digest } })
const serverError = (id: string, digest: string): JsonObject =>
  aPayload({
    event_id: idOf(id),
    platform: 'node',
    sdk: SDK,
    exception: thrown(`no database ${id}`),
    ...tagged(digest),
  })
const browserError = (id: string, digest: string): JsonObject =>
  aPayload({
    event_id: idOf(id),
    platform: 'javascript',
    sdk: SDK,
    exception: thrown('Minified React error #441; visit https://react.dev/errors/441 for the full message'),
    ...tagged(digest),
  })

async function open() {
  const world = await aWorld()
  const { records, telemetry, projectId } = world
  const changed: string[] = []
  let time = MOMENT + 1_000
  const deps: LateSidesDeps = {
    records,
    telemetry,
    changed: (_, issueIds) => void changed.push(...issueIds),
    now: () => time,
    log: silentLog,
  }
  return {
    ...world,
    deps,
    changed,
    job: joinLateSidesJob(deps),
    pass: (ms: number) => (time += ms),
    async send(...payloads: readonly JsonObject[]) {
      for (const payload of payloads) await world.append(anEnvelope([{ type: 'event', payload }]))
      await world.digest()
    },
    event: async (letter: string) => (await telemetry.get(projectId, idOf(letter)))!,
    issues: async () =>
      (await records.issues.page({ projectIds: [projectId] }, { sort: 'first_seen', limit: 9 })).issues,
    news: async () =>
      (await records.happenings.since(0, 99)).map(({ kind, issueId }) => `${kind} ${issueId}`),
  }
}

describe('a browser’s side that came before the server’s', () => {
  it('[GR114] moves to the server’s issue, and the issue it had is gone without an alert', async () => {
    const world = await open()
    await world.send(browserError('b', '42'))
    const [alone] = await world.issues()
    await world.job.run(running)
    expect(world.changed).toEqual([])
    expect(await world.news()).toEqual([])

    await world.send(serverError('a', '42'))
    await world.job.run(running)
    const { issueId, fingerprint, document } = await world.event('b')
    const server = await world.event('a')
    expect({ issueId, fingerprint }).toEqual({ issueId: server.issueId, fingerprint: server.fingerprint })
    expect(document.grouping.joined).toMatchObject({ by: 'digest', eventId: idOf('a') })
    expect(await world.issues()).toMatchObject([
      { id: server.issueId, title: 'Error: no database a', eventCount: 2 },
    ])
    expect(world.changed.toSorted()).toEqual([alone!.id, server.issueId].toSorted())
    const sides = await world.telemetry.find([world.projectId], { kind: 'browser_side', value: idOf('a') }, 9)
    expect(sides.map(({ eventId }) => eventId)).toEqual([idOf('b')])

    world.pass(LIMITS.sides.holdBackMs)
    await world.job.run(running)
    expect(await world.news()).toEqual([`new ${server.issueId}`])
  })

  it('[GR114] leaves no way from the next one to that issue', async () => {
    const world = await open()
    await world.send(browserError('b', '42'))
    await world.send(serverError('a', '42'))
    await world.job.run(running)
    await world.send(browserError('c', '43'))
    expect((await world.event('c')).issueId).not.toBe((await world.event('a')).issueId)
    expect(await world.issues()).toHaveLength(2)
  })

  it('[GR115] stands alone where no server’s comes, and is reported as new after a while, once', async () => {
    const world = await open()
    await world.send(browserError('b', '42'))
    const [alone] = await world.issues()
    world.pass(LIMITS.sides.holdBackMs)
    await world.job.run(running)
    expect(await world.news()).toEqual([`new ${alone!.id}`])
    await joinLateSidesJob(world.deps).run(running)
    await world.send(browserError('c', '43'))
    world.pass(LIMITS.sides.holdBackMs)
    await world.job.run(running)
    expect(await world.news()).toEqual([`new ${alone!.id}`])
    expect(await world.issues()).toMatchObject([{ id: alone!.id, eventCount: 2 }])
  })

  it('[GR115] is no longer looked for when it is old', async () => {
    const world = await open()
    await world.send(browserError('b', '42'))
    world.pass(LIMITS.sides.lookForMs + 1)
    await world.send(serverError('a', '42'))
    await world.job.run(running)
    expect((await world.event('b')).document.grouping.joined).toBeUndefined()
  })

  it('[GR114] is joined once where the process ended between the two stores', async () => {
    const world = await open()
    await world.send(browserError('b', '42'))
    await world.send(serverError('a', '42'))
    const broken = { ...world.telemetry, revise: () => Promise.reject(new Error('killed')) }
    await expect(joinLateSidesJob({ ...world.deps, telemetry: broken }).run(running)).rejects.toThrow(
      'killed',
    )
    // As the next start does, before anything else is moved.
    await world.telemetry.revise(await world.records.regrouping.waiting(9))
    await world.job.run(running)
    expect((await world.event('b')).issueId).toBe((await world.event('a')).issueId)
    expect(await world.issues()).toMatchObject([{ eventCount: 2 }])
  })
})
