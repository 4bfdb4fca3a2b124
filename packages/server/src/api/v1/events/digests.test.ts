import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DigestIssue, Occurrence } from '@hindcast/contract/events/digests.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000
const DIGEST = '1170966708'
const tags = { digest: DIGEST }

interface Answer {
  readonly digest: string
  readonly issues: readonly DigestIssue[]
  readonly occurrences: readonly Occurrence[]
  readonly more: boolean
}

let world: World
let ann: Tenant
let bob: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const at = (hours: number) => NOW - hours * HOUR_MS
  const seen = (hours: number) => ({ timestamp: at(hours) / 1000 })
  await world.store(
    ann.project,
    [anErrorPayload(eventId(1), { tags, ...seen(3), user: { id: '17', email: 'Zoe@example.com' } })],
    at(3),
  )
  await world.store(
    ann.project,
    [
      aMessagePayload(eventId(2), `Cart 7 is gone. Digest: ${DIGEST}`, {
        ...seen(2),
        tags,
        request: { url: 'https://shop.test/cart/7?x=1' },
      }),
    ],
    at(2),
  )
  await world.store(ann.project, [anErrorPayload(eventId(3), { tags, ...seen(1) })], at(1))
  await world.store(bob.project, [anErrorPayload(eventId(4), { tags, ...seen(0) })])
})
afterAll(() => world.close())

async function request(path: string, token = ann.token): Promise<Response> {
  return world.app.request(`${ORIGIN}/api/v1/digests/${path}`, { headers: bearer(token) })
}

async function ask(path: string, token = ann.token): Promise<Answer> {
  const response = await request(path, token)
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}

const idsOf = ({ occurrences }: Answer) => occurrences.map((one) => Number.parseInt(one.eventId, 16))

describe('a digest', () => {
  it('[AP110] answers its occurrences newest first, and their issues', async () => {
    const answer = await ask(DIGEST)
    expect(answer).toMatchObject({ digest: DIGEST, more: false })
    expect(answer.occurrences).toMatchObject([
      { eventId: eventId(3), side: 'browser', user: 'u1', release: 'shop@1.4.2', environment: 'production' },
      { eventId: eventId(2), side: 'server', url: 'https://shop.test/cart/7', user: null },
      { eventId: eventId(1), user: '17', match: { user: false, place: null, awayMs: null } },
    ])
    expect(answer.issues).toEqual([
      {
        issueId: answer.occurrences[0]!.issueId,
        shortId: 'MAIN-SHOP-1',
        project: 'main-shop',
        title: 'TypeError: Cannot read properties of undefined',
        events: 2,
        firstSeen: new Date(NOW - 3 * HOUR_MS).toISOString(),
        lastSeen: new Date(NOW - HOUR_MS).toISOString(),
      },
      expect.objectContaining({ shortId: 'MAIN-SHOP-2', events: 1 }),
    ])
  })

  it.each(['Digest: 1170966708', 'ERROR 1170966708', '1170966708@E394', ' 1170966708 ', 'digest=1170966708'])(
    '[AP110] is read from what is in the address: %s',
    async (text) => {
      expect(idsOf(await ask(encodeURIComponent(text)))).toEqual([3, 2, 1])
    },
  )

  it('[AP110] that no event has is answered with nothing; what is no digest is not found', async () => {
    expect(await ask('555')).toMatchObject({ digest: '555', issues: [], occurrences: [], more: false })
    for (const text of ['NEXT_REDIRECT', 'hello%20there', '%20'])
      expect((await request(text)).status).toBe(404)
  })

  it('[AP114] that no event has says which projects were searched', async () => {
    const { project } = await world.records.projects.create({
      organizationId: ann.organization.id,
      name: 'Docs',
      platform: 'node',
      now: NOW,
    })
    await world.records.projects.updateSettings(project.id, {
      ...project.settings,
      retention: [{ kind: 'errors', days: 7, items: null }],
    })
    expect(await ask('555')).toMatchObject({
      searched: {
        projects: [
          { slug: 'main-shop', name: 'main shop', retentionDays: 90, hasDigests: true },
          { slug: 'docs', name: 'Docs', retentionDays: 7, hasDigests: false },
        ],
        more: 0,
      },
    })
    expect(await ask('555?project=docs')).toMatchObject({
      searched: { projects: [{ slug: 'docs' }], more: 0 },
    })
    expect(await ask('555', bob.token)).toMatchObject({ searched: { projects: [{ slug: 'other-shop' }] } })
    expect(await ask(DIGEST)).toMatchObject({ searched: null })
  })

  it('[AP111] puts the occurrence first that is most like what is known, and says why', async () => {
    const first = async (query: string) => (await ask(`${DIGEST}?${query}`)).occurrences[0]
    expect(await first('user=17')).toMatchObject({ eventId: eventId(1), match: { user: true } })
    expect(await first('user=zoe@EXAMPLE.com')).toMatchObject({ eventId: eventId(1), match: { user: true } })
    expect(await first('user=zoe@EXAMPLE.co*')).toMatchObject({ eventId: eventId(3), match: { user: false } })
    expect(await first('route=/cart/7')).toMatchObject({ eventId: eventId(2), match: { place: 'path' } })
    const at = new Date(NOW - 2 * HOUR_MS - 120_000).toISOString()
    expect(await first(`at=${at}`)).toMatchObject({ eventId: eventId(2), match: { awayMs: 120_000 } })
    expect(idsOf(await ask(`${DIGEST}?at=${at}&user=u1`))).toEqual([3, 2, 1])
    expect((await ask(`${DIGEST}?route=/cart/7`)).issues.map(({ shortId }) => shortId)).toEqual([
      'MAIN-SHOP-2',
      'MAIN-SHOP-1',
    ])
  })

  it('[AP112] is looked for in the projects of the caller only, though others have the same', async () => {
    expect(idsOf(await ask(DIGEST, bob.token))).toEqual([4])
    expect(idsOf(await ask(`${DIGEST}?project=main-shop`))).toEqual([3, 2, 1])
    expect((await request(`${DIGEST}?project=other-shop`)).status).toBe(404)
    const token = await world.tokenWith(ann.organization, ['project:read', 'org:read'])
    expect((await request(DIGEST, token)).status).toBe(403)
  })

  it('[AP110] answers at most 200 occurrences, those nearest to the time given, and says that there are more', async () => {
    const most = LIMITS.digests.occurrences
    const minute = (number: number) => NOW - (most + 50 - number) * 60_000
    for (let number = 0; number < most + 50; number += 1)
      await world.store(
        bob.project,
        [
          anErrorPayload(eventId(1000 + number), {
            tags: { digest: 'busy' },
            timestamp: minute(number) / 1000,
          }),
        ],
        minute(number),
      )
    const newest = await ask('busy', bob.token)
    expect(newest.more).toBe(true)
    expect(newest.occurrences).toHaveLength(most)
    expect(idsOf(newest)[0]).toBe(1000 + most + 49)
    const near = await ask(`busy?at=${new Date(minute(3)).toISOString()}`, bob.token)
    expect(near.more).toBe(true)
    expect(idsOf(near)[0]).toBe(1003)
    expect(idsOf(near)).toHaveLength(most)
    expect(near.issues).toMatchObject([{ events: most }])
  })
})

describe('digests that are computed', () => {
  const file = new URL('../../../../../../fixtures/next/computed/webpack.json', import.meta.url)
  const { events } = JSON.parse(readFileSync(file, 'utf8')) as { readonly events: readonly JsonObject[] }
  const SHOWN = '3554101004'

  it('[NX40] lead to the event, and are listed on its issue once a browser has sent one of them', async () => {
    const eve = await world.tenant('computed')
    const logged = events.filter((event) => JSON.stringify(event).includes('on_request_error'))
    const wrapped = events.filter((event) => JSON.stringify(event).includes('sc failed at once'))
    await world.store(eve.project, [...logged, ...wrapped], NOW - HOUR_MS)
    const { occurrences, issues } = await ask(SHOWN, eve.token)
    expect(occurrences).toMatchObject([{ title: 'Error: sc failed at once', side: 'server' }])
    const listed = async () => {
      const path = `${ORIGIN}/api/v1/issues/${issues[0]!.issueId}/digests`
      const response = await world.app.request(path, { headers: bearer(eve.token) })
      const { digests } = (await response.json()) as {
        readonly digests: ReadonlyArray<{ readonly digest: string }>
      }
      return digests.map(({ digest }) => digest)
    }
    expect(await listed()).toEqual([])
    const value = 'Minified React error #441; visit https://react.dev/errors/441 for the full message.'
    const exception = { values: [{ type: 'Error', value }] }
    const browser = { event_id: eventId(77), platform: 'javascript', exception, tags: { digest: SHOWN } }
    await world.store(eve.project, [browser])
    expect(await listed()).toEqual([SHOWN])
  })
})
