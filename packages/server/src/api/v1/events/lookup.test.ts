import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Found } from '@hindcast/contract/events/lookup.ts'
import { dsnOf } from '#api/http/dsn.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { aSpanRow } from '#api/testing/span-rows.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000
const SHARED = eventId(99)
const TRACE = 'a'.repeat(32)

let world: World
let ann: Tenant
let bob: Tenant
let annIssue: string
let bobIssue: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(
    ann.project,
    [
      anErrorPayload(eventId(1), { tags: { digest: '1170966708' } }),
      anErrorPayload(eventId(2), { contexts: { Error: { digest: '1170966708@E394' } } }),
      aMessagePayload(SHARED, 'Disk is nearly full. Digest: 407'),
    ],
    NOW - HOUR_MS,
  )
  await world.store(bob.project, [
    anErrorPayload(eventId(3), { tags: { digest: '1170966708' } }),
    aMessagePayload(SHARED, 'Order 7 of another tenant', { tags: { digest: 'bob-only-1' } }),
  ])
  annIssue = await issueOf(ann, 'TypeError')
  bobIssue = await issueOf(bob, 'TypeError')
})
afterAll(() => world.close())

async function issueOf({ project }: Tenant, word: string): Promise<string> {
  const { issues } = await world.records.issues.page(
    { projectIds: [project.id], words: [word] },
    { sort: 'last_seen', limit: 1 },
  )
  return issues[0]!.id
}

async function ask(text: string, token = ann.token): Promise<readonly Found[]> {
  const response = await world.app.request(`${ORIGIN}/api/v1/lookup?text=${encodeURIComponent(text)}`, {
    headers: bearer(token),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { found: Found[] }).found
}

describe('look-up', () => {
  it('[AP30] finds an event by its id in any spelling', async () => {
    const event = {
      kind: 'event',
      by: 'event_id',
      eventId: eventId(1),
      issueId: annIssue,
      project: 'main-shop',
      title: 'TypeError: Cannot read properties of undefined',
      occurredAt: new Date(NOW - HOUR_MS).toISOString(),
    }
    expect(await ask(eventId(1))).toEqual([event])
    expect(await ask(' 00000000-0000-0000-0000-000000000001 ')).toEqual([event])
    expect(await ask(`${ORIGIN}/main-shop/issues/${annIssue}/events/${eventId(1)}`)).toEqual([
      event,
      expect.objectContaining({ kind: 'issue', issueId: annIssue }),
    ])
  })

  it('[AP115] finds a trace that has spans, behind an event with the same id', async () => {
    const spans = [1, 2].map((number) =>
      aSpanRow(`000000000000000${number}`, { traceId: TRACE, receivedAt: NOW }),
    )
    await world.storeSpans(ann.project, spans)
    const trace = { kind: 'trace', traceId: TRACE, project: 'main-shop', spans: 2 }
    expect(await ask(TRACE)).toEqual([trace])
    expect(await ask(`trace ${TRACE.toUpperCase()}`)).toEqual([trace])
    expect(await ask(`${ORIGIN}/traces/${TRACE}?span=0000000000000001`)).toEqual([trace])
    await world.storeSpans(ann.project, [
      aSpanRow('0000000000000003', { traceId: eventId(1), receivedAt: NOW }),
    ])
    expect(await ask(eventId(1))).toMatchObject([{ kind: 'event' }, { kind: 'trace', spans: 1 }])
    expect(await ask(TRACE, bob.token)).toEqual([])
  })

  it('[AP119] finds the events of a replay', async () => {
    const replay = 'b5d1c0a77e8f4c2f9d3e6a1b2c3d4e5f'
    await world.store(ann.project, [
      anErrorPayload(eventId(51), { tags: { replayId: replay } }),
      anErrorPayload(eventId(52), { contexts: { replay: { replay_id: replay } } }),
      anErrorPayload(eventId(53), { tags: { replayId: 'none' } }),
    ])
    const found = async (token?: string) =>
      (await ask(replay.toUpperCase(), token)).map((one) =>
        one.kind === 'event' ? [one.eventId, one.by] : one,
      )
    expect(await found()).toEqual([
      [eventId(52), 'replay_id'],
      [eventId(51), 'replay_id'],
    ])
    expect(await found(bob.token)).toEqual([])
  })

  it.each([
    'MAIN-SHOP-1',
    'main-shop-1',
    'https://o1.sentry.io/organizations/x/issues/MAIN-SHOP-1/?project=3',
  ])('[AP30] finds an issue by its short id: %s', async (text) => {
    expect(await ask(text)).toEqual([
      {
        kind: 'issue',
        issueId: annIssue,
        shortId: 'MAIN-SHOP-1',
        project: 'main-shop',
        title: 'TypeError: Cannot read properties of undefined',
      },
    ])
  })

  it('[AP30] finds an issue by its number and what has the same number as its digest', async () => {
    expect(await ask(annIssue)).toMatchObject([{ kind: 'issue', issueId: annIssue }])
    expect(await ask(`#${annIssue}`)).toMatchObject([{ kind: 'issue', issueId: annIssue }])
    expect(await ask('407')).toMatchObject([{ kind: 'event', by: 'digest', eventId: SHARED }])
  })

  it('[AP30] finds the project of a DSN or of its key', async () => {
    const project = { kind: 'project', project: 'main-shop', name: 'main shop' }
    expect(await ask(dsnOf('https://old.example', ann.key.publicKey, ann.project.id))).toEqual([project])
    expect(await ask(ann.key.publicKey.toUpperCase())).toEqual([project])
  })

  it.each([
    '1170966708',
    'ERROR 1170966708',
    'Application error: a server-side exception … Digest: 1170966708',
  ])('[AP113] finds the digest behind the number of an error screen that several had: %s', async (text) => {
    expect(await ask(text)).toEqual([
      {
        kind: 'digest',
        digest: '1170966708',
        projects: ['main-shop'],
        title: 'TypeError: Cannot read properties of undefined',
        events: 2,
        more: false,
        lastSeen: new Date(NOW - HOUR_MS).toISOString(),
      },
    ])
  })

  it('[AP113] finds the event behind the number of an error screen that one had', async () => {
    expect(await ask('Digest: 1170966708', bob.token)).toMatchObject([
      { kind: 'event', by: 'digest', eventId: eventId(3), project: 'other-shop' },
    ])
  })

  it('[AP116] takes a failure that a server and a browser both reported for one event, the server’s', async () => {
    const sent = (id: number, platform: string, value: string) =>
      anErrorPayload(eventId(id), {
        platform,
        sdk: { name: 'sentry.javascript.nextjs', version: '11.8.0' },
        tags: { digest: 'both-1' },
        exception: { values: [{ type: 'Error', value }] },
      })
    await world.store(bob.project, [
      sent(601, 'node', 'no database'),
      sent(602, 'javascript', 'Minified React error #441; visit https://react.dev/errors/441'),
    ])
    expect(await ask('Digest: both-1', bob.token)).toMatchObject([
      { kind: 'event', by: 'digest', eventId: eventId(601), title: 'Error: no database' },
    ])
  })

  it('[AP113] counts ten events with a digest and says that there are more', async () => {
    const events = Array.from({ length: 11 }, (_, index) =>
      anErrorPayload(eventId(500 + index), { tags: { digest: 'often-1' } }),
    )
    await world.store(bob.project, events.slice(1))
    expect(await ask('often-1', bob.token)).toMatchObject([{ kind: 'digest', events: 10, more: false }])
    await world.store(bob.project, events)
    expect(await ask('often-1', bob.token)).toMatchObject([{ kind: 'digest', events: 10, more: true }])
  })

  it('[AP30] answers an empty list for what stands for nothing', async () => {
    expect(await ask('hello there')).toEqual([])
    expect(await ask(eventId(77))).toEqual([])
    expect(await ask('MAIN-SHOP-ZZ')).toEqual([])
  })

  it('[AP114] says which projects were searched where it finds nothing, and which digest was meant', async () => {
    const answer = async (text: string) => {
      const response = await world.app.request(`/api/v1/lookup?text=${encodeURIComponent(text)}`, {
        headers: bearer(ann.token),
      })
      return (await response.json()) as { digest: string | null; searched: object | null }
    }
    const searched = {
      projects: [{ slug: 'main-shop', name: 'main shop', own: false, retentionDays: 90, hasDigests: true }],
      more: 0,
    }
    expect(await answer('Digest: 555')).toEqual({ found: [], digest: '555', searched })
    for (const other of [eventId(77), 'MAIN-SHOP-ZZ'])
      expect(await answer(other)).toEqual({ found: [], digest: null, searched })
    expect(await answer('Digest: 1170966708')).toMatchObject({ digest: '1170966708', searched: null })
  })

  it('[AP114] names twenty of the projects that were searched, and counts the others', async () => {
    const owner = await world.tenant('large')
    for (let number = 0; number < 21; number += 1)
      await world.records.projects.create({
        organizationId: owner.organization.id,
        name: `Shop ${number}`,
        platform: 'node',
        now: NOW,
      })
    const response = await world.app.request('/api/v1/lookup?text=555', { headers: bearer(owner.token) })
    const { searched } = (await response.json()) as { searched: { projects: object[]; more: number } }
    expect(searched.projects).toHaveLength(20)
    expect(searched.more).toBe(2)
  })

  it.each(['', '%20%20', 'x'.repeat(2001)])('[AP7] refuses a text that cannot be one', async (text) => {
    const response = await world.app.request(`/api/v1/lookup?text=${text}`, { headers: bearer(ann.token) })
    expect(response.status).toBe(400)
  })
})

describe('look-up by a stranger', () => {
  it('[AP31] finds nothing that belongs to another organization, by whatever name', async () => {
    const names = [
      eventId(3),
      bobIssue,
      `#${bobIssue}`,
      'OTHER-SHOP-1',
      bob.key.publicKey,
      dsnOf(ORIGIN, bob.key.publicKey, bob.project.id),
      // The key of one and the project of the other must not add up to either.
      dsnOf(ORIGIN, bob.key.publicKey, ann.project.id),
      `${ORIGIN}/other-shop/issues/${bobIssue}/events/${eventId(3)}`,
      'bob-only-1',
      `Digest: bob-only-1`,
    ]
    for (const name of names) {
      expect(await ask(name, bob.token)).not.toEqual([])
      expect(await ask(name)).toEqual([])
    }
  })

  it('[AP31] distinguishes objects with the same name in two organizations', async () => {
    expect(await ask(SHARED)).toMatchObject([{ project: 'main-shop', title: /^Disk/ }].map(titled))
    expect(await ask(SHARED, bob.token)).toMatchObject(
      [{ project: 'other-shop', title: /^Order/ }].map(titled),
    )
    const shared = 'Digest: 1170966708'
    expect(await ask(shared)).toMatchObject([{ kind: 'digest', projects: ['main-shop'], events: 2 }])
    expect(await ask(shared, bob.token)).toMatchObject([{ kind: 'event', eventId: eventId(3) }])
  })

  it('[AP31] needs the right to read events', async () => {
    const token = await world.tokenWith(ann.organization, ['project:read', 'org:read'])
    const response = await world.app.request(`/api/v1/lookup?text=${eventId(1)}`, { headers: bearer(token) })
    expect(response.status).toBe(403)
  })
})

function titled({ project, title }: { project: string; title: RegExp }) {
  return { project, title: expect.stringMatching(title) as string }
}
