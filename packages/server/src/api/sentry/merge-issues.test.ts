import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let lastId = 0

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
})
afterAll(() => world.close())

/** Issues that are new to the project, with as many events each; answers their ids. */
async function issues(tenant: Tenant, ...counts: readonly number[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const count of counts) {
    const name = `problem ${'abcdefghijklmnopqrstuvwxyz'[lastId % 26]}x${'y'.repeat(lastId)}`
    const events = Array.from({ length: count }, () => aMessagePayload(eventId(++lastId), name))
    await world.store(tenant.project, events, NOW - 60_000 + lastId)
    const filter = { projectIds: [tenant.project.id] }
    const page = await world.records.issues.page(filter, { sort: 'first_seen', limit: 1 })
    ids.push(page.issues[0]!.id)
  }
  return ids
}

async function put(ids: readonly string[], body: object, headers = bearer(ann.token)) {
  const query = ids.map((id) => `id=${id}`).join('&')
  const response = await world.app.request(`${ORIGIN}/api/0/projects/main/main-shop/issues/?${query}`, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.records.issues.byId(id))?.status))

describe('changing issues as clients of Sentry do', () => {
  it('[AP68] changes the status of every issue that is named', async () => {
    const ids = await issues(ann, 1, 1, 1)
    expect(await put(ids.slice(0, 2), { status: 'resolved' })).toEqual({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(await statuses(ids)).toEqual(['resolved', 'resolved', 'unresolved'])
  })

  it('[AP134] changes all issues that match a query or a status, where none is named', async () => {
    const change = async (query: string, status: string) => {
      const response = await world.app.request(`${ORIGIN}/api/0/projects/main/main-shop/issues/?${query}`, {
        method: 'PUT',
        headers: { ...bearer(ann.token), 'Content-Type': 'application/json' },
        body: JSON.stringify({ status }),
      })
      return response.status
    }
    await change('', 'resolved')
    const ids = await issues(ann, 1, 2)
    const [theirs] = await issues(bob, 1)
    expect(await change('query=times:>1', 'ignored')).toBe(200)
    expect(await statuses(ids)).toEqual(['unresolved', 'ignored'])
    expect(await change('', 'resolved')).toBe(200)
    expect(await statuses(ids)).toEqual(['resolved', 'ignored'])
    expect(await change('status=muted&query=times:1', 'resolved')).toBe(200)
    expect(await statuses(ids)).toEqual(['resolved', 'ignored'])
    expect(await change('status=ignored', 'resolved')).toBe(200)
    expect(await statuses([...ids, theirs!])).toEqual(['resolved', 'resolved', 'unresolved'])
    for (const wrong of ['status=open', 'query=is:(', 'ids=1'])
      expect(await change(wrong, 'unresolved')).toBe(400)
    expect(await statuses(ids)).toEqual(['resolved', 'resolved'])
  })

  it('[AP69] merges into the issue with the most events, which the others lead to from then on', async () => {
    const [few, most, some] = await issues(ann, 1, 3, 2)
    const answer = await put([few!, most!, some!], { merge: 1 }, own(await world.signIn(ann)))
    expect(answer).toEqual({ status: 200, body: { merge: { parent: most, children: [some, few] } } })
    for (const id of [few, most, some])
      expect(await world.records.issues.byId(id!)).toMatchObject({ id: most, eventCount: 6 })
    const history = await world.records.activity.ofIssue(most!, 9)
    expect(history.map(({ kind, personId }) => [kind, personId])).toEqual(
      Array.from({ length: 2 }, () => ['merged', ann.userId]),
    )
  })

  it('[AP69] changes the status of all before it makes them one', async () => {
    const ids = await issues(ann, 2, 1)
    expect((await put(ids, { status: 'ignored', merge: true })).body).toEqual({
      status: 'ignored',
      merge: { parent: ids[0], children: [ids[1]] },
    })
    expect(await statuses(ids)).toEqual(['ignored', 'ignored'])
  })

  it('[AP70] changes nothing where the request says too little or what is not known here', async () => {
    const ids = await issues(ann, 1, 1)
    const refused: ReadonlyArray<readonly [ids: readonly string[], body: object]> = [
      [[], { merge: 1 }],
      [['x'], { status: 'resolved' }],
      [ids, {}],
      [ids, { merge: 0 }],
      [ids, { status: 'resolvedSomehow' }],
      [[ids[0]!, ids[0]!], { merge: 1 }],
      [Array.from({ length: 1_001 }, (_, index) => String(index + 1)), { status: 'resolved' }],
    ]
    for (const [named, body] of refused) {
      const answer = await put(named, body)
      expect([answer.status, answer.body]).toEqual([400, { detail: expect.any(String) as string }])
    }
    expect(await statuses(ids)).toEqual(['unresolved', 'unresolved'])
  })

  it('[AP71] does not reveal or change issues of another organization or project', async () => {
    const [mine] = await issues(ann, 1)
    const [theirs] = await issues(bob, 1)
    const { project: second } = await world.records.projects.create({
      organizationId: ann.organization.id,
      name: 'Second',
      platform: undefined,
      now: NOW,
    })
    const [elsewhere] = await issues({ ...ann, project: second }, 1)
    for (const body of [{ status: 'resolved' }, { merge: 1 }]) {
      for (const id of [theirs!, elsewhere!, '999999']) {
        expect(await put([mine!, id], body)).toEqual({
          status: 404,
          body: { detail: `Issue ${id} not found.` },
        })
      }
      expect((await put([mine!, theirs!], body, bearer(bob.token))).status).toBe(404)
      const reader = await world.tokenWith(ann.organization, ['event:read'])
      expect((await put([mine!], body, bearer(reader))).status).toBe(403)
    }
    expect(await statuses([mine!, theirs!, elsewhere!])).toEqual(['unresolved', 'unresolved', 'unresolved'])
  })
})
