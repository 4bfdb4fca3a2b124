import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { anEvent, aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { eventId } from '#api/testing/payloads.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FOLDER = new URL('../../../../../../fixtures/next/sides/', import.meta.url)
const NAMES = readdirSync(FOLDER).toSorted()

let world: World
let last = 0

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** What a real application sent whose file has all of these words in its name, each time as another visitor's. */
function recorded(...words: readonly string[]): readonly JsonObject[] {
  const names = NAMES.filter((name) => words.every((word) => name.includes(word)))
  expect(names).not.toEqual([])
  return names.map((name) => {
    const { items } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as {
      items: ReadonlyArray<{ payload: JsonObject }>
    }
    return Object.assign(items[0]!.payload, { event_id: eventId(++last) })
  })
}

const visitors = (count: number, ...words: readonly string[]) =>
  Array.from({ length: count }, () => recorded(...words)).flat()

/** As an SDK sends it whose breadcrumbs of the console are off, among which stock SDKs have the digest. */
function withoutCrumbs(payload: JsonObject): JsonObject {
  const { breadcrumbs: _crumbs, ...others } = payload
  return others
}

/** The trace of a visitor whose browser and server report to different projects. */
const inTrace = (payload: JsonObject, digit: string): JsonObject => ({
  ...withoutCrumbs(payload),
  contexts: {
    ...(payload['contexts'] as JsonObject),
    trace: { trace_id: digit.repeat(32), span_id: digit.repeat(16) },
  },
})

async function aProject(slug: string) {
  const { project, organization } = await world.tenant(slug)
  return {
    project,
    organization,
    send: (payloads: readonly JsonObject[], ageMs = HOUR) => world.store(project, payloads, NOW - ageMs),
    found: () => found(project),
  }
}

const OF_NEXT: ReadonlySet<string> = new Set(['no_server_errors', 'no_digests', 'no_traces'])

/** What is wrong of Next.js alone. */
async function found({ id }: Project) {
  const project = (await world.records.projects.byId(id))!
  const problems = await world.deps.overview.setup(project)
  return problems.filter(({ kind }) => OF_NEXT.has(kind))
}
const kinds = (problems: Awaited<ReturnType<typeof found>>) => problems.map(({ kind }) => kind)

describe('errors of a server that only browsers report', () => {
  it('[NX80] are a missing onRequestError, until the server has reported any', async () => {
    const shop = await aProject('half')
    await shop.send(recorded('A-', 'boundary-client'))
    expect(kinds(await shop.found())).toContain('no_server_errors')
    await shop.send(recorded('A-metadata-server'))
    expect(kinds(await shop.found())).not.toContain('no_server_errors')
  })

  it('[NX80] are none where the server runs on the edge, whose events have the platform of browsers', async () => {
    const shop = await aProject('edge')
    await shop.send(recorded('A-', 'boundary-client'))
    const [event] = recorded('A-metadata-server')
    await shop.send([{ ...event, platform: 'javascript' }])
    expect(kinds(await shop.found())).not.toContain('no_server_errors')
  })

  it('[NX80] are none where the server’s events are from before they were indexed', async () => {
    const shop = await aProject('upgraded')
    await shop.send(recorded('A-', 'boundary-client'))
    const projectId = shop.project.id
    const sdk = 'sentry.javascript.nextjs/11.8.0'
    const event = anEvent({ seq: 0, projectId, platform: 'node', sdk, receivedAt: NOW - DAY })
    await world.telemetry.append({ spoolId: 'earlier', from: 0, to: 1, events: [event], raw: [] })
    expect(kinds(await shop.found())).not.toContain('no_server_errors')
  })

  it('[NX80] are none where the server reports to another project of the organization', async () => {
    const shop = await aProject('pages')
    await shop.send(recorded('A-', 'boundary-client').map((payload) => inTrace(payload, 'a')))
    const { project: server } = await world.records.projects.create({
      organizationId: shop.organization.id,
      name: 'Server',
      platform: undefined,
      now: NOW,
    })
    await world.store(server, [inTrace(recorded('A-dyn-1-server')[0]!, 'b')], NOW - HOUR)
    expect(kinds(await shop.found())).toContain('no_server_errors')
    await world.store(server, [inTrace(recorded('A-dyn-1-server')[0]!, 'a')], NOW - HOUR)
    expect(kinds(await shop.found())).not.toContain('no_server_errors')
  })

  it('[NX80] are not counted where they are too few, too old, or of a server that was stopped', async () => {
    const few = await aProject('few')
    await few.send(visitors(LIMITS.overview.sureEvents - 1, 'A-with-boundary-client'))
    await few.send(visitors(5, 'A-ssr-client-client'))
    await few.send(visitors(5, 'A-with-boundary-client'), 8 * DAY)
    expect(kinds(await few.found())).not.toContain('no_server_errors')
    await few.send(visitors(1, 'A-with-boundary-client'))
    expect(kinds(await few.found())).toContain('no_server_errors')
  })

  it('[NX80] are nothing of other frameworks', async () => {
    const other = await aProject('other')
    const sdk = { name: 'sentry.javascript.react', version: '11.8.0' }
    await other.send(recorded('A-', 'boundary-client').map((payload) => Object.assign(payload, { sdk })))
    expect(await other.found()).toEqual([])
  })
})

describe('errors that show a number to the visitor', () => {
  it('[NX81] lack it where neither side has the integration and the SDK does not know it', async () => {
    const shop = await aProject('bare')
    await shop.send(recorded('A-', 'server').map(withoutCrumbs))
    await shop.send(recorded('A-', 'client').map(withoutCrumbs))
    // One failure of the 17 is not hidden: the browser got over it.
    expect(await shop.found()).toContainEqual({ kind: 'no_digests', side: 'both', events: 32, without: 32 })
  })

  it('[NX41] lack it also where it is computed: the integration would know it', async () => {
    const shop = await aProject('computed')
    const logged = recorded('A-with-boundary-server')
    await shop.send([...logged, ...recorded('A-', 'server').map(withoutCrumbs)])
    await shop.send(recorded('A-', 'client').map(withoutCrumbs))
    expect(await shop.found()).toContainEqual({ kind: 'no_digests', side: 'both', events: 32, without: 32 })
  })

  it('[NX81] have it with the integration on both sides', async () => {
    const shop = await aProject('tagged')
    await shop.send(recorded('C-', 'server'))
    await shop.send(recorded('C-', 'client'))
    expect(kinds(await shop.found())).toEqual(['no_traces'])
  })

  it('[NX81] lack it on one side where only the other has the integration', async () => {
    const shop = await aProject('one-side')
    await shop.send(recorded('C-', 'server'))
    await shop.send(visitors(4, 'A-action-bare-client'))
    expect(await shop.found()).toContainEqual({ kind: 'no_digests', side: 'browser', events: 4, without: 4 })
  })

  it('[NX81] are not counted once the integration is there, while some visitors have scripts from before', async () => {
    const shop = await aProject('mixed')
    await shop.send(visitors(4, 'A-action-bare-client'), DAY)
    expect(kinds(await shop.found())).toContain('no_digests')
    await shop.send(recorded('C-no-boundary-client'), 2 * HOUR)
    await shop.send(visitors(4, 'A-action-bare-client'))
    expect(kinds(await shop.found())).not.toContain('no_digests')
  })
})

describe('an application of Next.js without traces', () => {
  it('[NX82] is told so, until any arrive', async () => {
    const shop = await aProject('untraced')
    await shop.send(recorded('C-', 'client'))
    expect(kinds(await shop.found())).toContain('no_traces')
    await world.storeSpans(shop.project, [aVisit(++last, { receivedAt: NOW - 2 * DAY })])
    expect(kinds(await shop.found())).not.toContain('no_traces')
  })

  it('[NX82] is not told so where they arrived and were not kept', async () => {
    const shop = await aProject('dropped')
    await shop.send(recorded('C-', 'client'))
    const hour = Math.floor((NOW - DAY) / HOUR) * HOUR
    await world.records.intake.add([
      {
        projectId: shop.project.id,
        hour,
        category: 'span',
        outcome: 'dropped',
        reason: 'thinned_out',
        quantity: 4,
      },
    ])
    expect(kinds(await shop.found())).not.toContain('no_traces')
  })
})
