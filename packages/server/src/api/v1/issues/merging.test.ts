import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssueDetail, IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { IssueFingerprint } from '@hindcast/contract/issues/merging.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let lastId = 0
const about = (message: string) => aMessagePayload(eventId(++lastId), message)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(bob.project, [about('theirs'), about('their other one')], NOW - 9)
})
afterAll(() => world.close())

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function call<T>(path: string, body?: object, token = ann.token): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...bearer(token), 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** Issues of these messages, each new to the project; answers their ids. */
async function issues(...messages: readonly string[]): Promise<readonly string[]> {
  const named = messages.map((message) => `${message} ${'abcdefghij'[lastId % 10]}${lastId}x`)
  const ids: string[] = []
  for (const message of named) {
    await world.store(ann.project, [about(message)], NOW - 60_000 + lastId)
    const { body } = await call<{ issues: IssueSummary[] }>(`/projects/${ann.project.slug}/issues?limit=1`)
    ids.push(body.issues[0]!.id)
  }
  return ids
}

interface MergedBody {
  readonly id: string
  readonly shortId: string
  readonly moving: boolean
  readonly merged: ReadonlyArray<{ readonly id: string; readonly fingerprints: readonly string[] }>
}
const eventsOf = async (id: string) =>
  (await call<{ events: Array<{ title: string; issueId: string }> }>(`/issues/${id}/events`)).body.events

describe('merging issues', () => {
  it('[AP60] shows one issue with the events of all, its history, and its old addresses', async () => {
    const [a, b, c] = await issues('alpha', 'beta', 'gamma')
    const { status, body } = await call<MergedBody>('/issues/merge', { into: a, from: [b, c] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: a, moving: false })
    expect(body.merged.map(({ id }) => id)).toEqual([b, c])
    const events = await eventsOf(a!)
    expect(events.map(({ issueId }) => issueId)).toEqual([a, a, a])
    const { body: detail } = await call<IssueDetail>(`/issues/${b}`)
    expect(detail).toMatchObject({ id: a, events: 3 })
    expect(detail.history.map(({ kind, events: moved }) => [kind, moved])).toEqual([
      ['merged', 1],
      ['merged', 1],
    ])
    const { body: list } = await call<{ issues: IssueSummary[] }>(`/projects/${ann.project.slug}/issues`)
    expect(list.issues.map(({ id }) => id)).not.toContain(b)
    const latest = await call<{ issueId: string }>(`/issues/${a}/events/latest`)
    expect(latest.body.issueId).toBe(a)
  })

  it('[AP61] lists what leads to an issue and why, and gives a part of it an issue of its own again', async () => {
    const [a, b] = await issues('delta', 'epsilon')
    const { body: shown } = await call<IssueDetail>(`/issues/${b}`)
    const { body: merged } = await call<MergedBody>('/issues/merge', { into: a, from: [b] })
    const { body: listed } = await call<{ fingerprints: IssueFingerprint[]; more: boolean }>(
      `/issues/${a}/fingerprints`,
    )
    expect(listed.more).toBe(false)
    const came = listed.fingerprints.find(({ cameWith }) => cameWith !== null)!
    expect(came).toMatchObject({ events: 1, cameWith: shown.shortId })
    expect(came.latest!.title).toContain('epsilon')
    expect(came.latest!.grouping).toMatchObject({ rule: 'message', summary: expect.any(String) })
    expect(merged.merged).toEqual([{ id: b, fingerprints: [came.fingerprint] }])

    const { body: parted } = await call<MergedBody>(`/issues/${a}/unmerge`, {
      fingerprints: [came.fingerprint],
    })
    expect(parted).toEqual({ id: b, shortId: shown.shortId, moving: false })
    const { body: again } = await call<IssueDetail>(`/issues/${b}`)
    expect(again).toMatchObject({ id: b, title: shown.title, events: 1 })
    expect((await eventsOf(a!)).map(({ title }) => title)).toEqual([expect.stringContaining('delta')])
    expect((await eventsOf(b!)).map(({ title }) => title)).toEqual([expect.stringContaining('epsilon')])
  })

  it('[AP66] says who merged and who parted, and where the other issue is found', async () => {
    const [a, b] = await issues('iota', 'kappa')
    const cookie = await world.signIn(ann)
    const asAnn = async (path: string, body: object) =>
      world.app.request(`${ORIGIN}/api/v1${path}`, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: ORIGIN, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const merged = (await (await asAnn('/issues/merge', { into: a, from: [b] })).json()) as MergedBody
    const historyOf = async (id: string) => (await call<IssueDetail>(`/issues/${id}`)).body.history
    const person = { id: ann.userId, name: 'main', email: ann.email }
    expect(await historyOf(a!)).toMatchObject([{ kind: 'merged', otherIssueId: a, person }])
    await call(`/issues/${a}/unmerge`, { fingerprints: merged.merged[0]!.fingerprints })
    const ofB = await historyOf(b!)
    expect(ofB).toMatchObject([{ kind: 'split_off', otherIssue: merged.shortId, otherIssueId: a }])
    expect(ofB[0]!.person).toBeNull()
    expect(await historyOf(a!)).toMatchObject([
      { kind: 'split_out', otherIssueId: b, person: null },
      { kind: 'merged', otherIssueId: b, person },
    ])
  })

  it('[AP62] refuses to merge across projects, an issue with itself, or with nothing', async () => {
    const [a] = await issues('zeta')
    const second = await world.records.projects.create({
      organizationId: ann.organization.id,
      name: 'Second',
      platform: undefined,
      now: NOW,
    })
    await world.store(second.project, [about('elsewhere')], NOW)
    const { issues: there } = await world.records.issues.page(
      { projectIds: [second.project.id] },
      { sort: 'last_seen', limit: 1 },
    )
    for (const from of [[there[0]!.id], [a], []])
      expect((await call('/issues/merge', { into: a, from })).status).toBe(400)
    expect((await call(`/issues/${a}/unmerge`, { fingerprints: ['x'] })).status).toBe(400)
    expect((await call(`/issues/${a}/unmerge`, { fingerprints: ['0'.repeat(32)] })).status).toBe(404)
  })
})

describe('issues of another organization', () => {
  it('[AC60] are neither merged nor merged into nor parted, in the same words as issues that never were', async () => {
    const [a, b] = await issues('eta', 'theta')
    const page = await world.records.issues.page(
      { projectIds: [bob.project.id] },
      { sort: 'last_seen', limit: 9 },
    )
    const [theirs, other] = page.issues.map(({ id }) => id) as [string, string]
    const foreign = await world.records.merging.fingerprints(theirs, 1)
    const attempts: ReadonlyArray<readonly [path: string, body: object | undefined]> = [
      ['/issues/merge', { into: theirs, from: [a] }],
      ['/issues/merge', { into: a, from: [theirs] }],
      ['/issues/merge', { into: a, from: [b, theirs] }],
      ['/issues/merge', { into: theirs, from: [other] }],
      [`/issues/${theirs}/unmerge`, { fingerprints: [foreign[0]!.fingerprint] }],
      [`/issues/${a}/unmerge`, { fingerprints: [foreign[0]!.fingerprint] }],
      [`/issues/${theirs}/fingerprints`, undefined],
    ]
    for (const [path, body] of attempts) {
      const asked = await call<{ message: string }>(path, body)
      expect(asked.status, path).toBe(404)
      const never = JSON.parse(JSON.stringify(body ?? null).replaceAll(`"${theirs}"`, '"999999"')) as object
      const absent = await call<{ message: string }>(
        path.replace(`/${theirs}`, '/999999'),
        never ?? undefined,
      )
      const words = ({ message }: { message: string }) => message.replace(/Issue \d+/, 'Issue N')
      expect(words(asked.body)).toBe(words(absent.body))
    }
    for (const id of [a!, b!]) expect((await eventsOf(id)).map(({ issueId }) => issueId)).toEqual([id])
    expect(await world.records.issues.byId(theirs)).toMatchObject({ id: theirs, eventCount: 1 })
  })

  it('[AC61] are not found under the id they had before they were merged either', async () => {
    const [a, b] = await issues('iota', 'kappa')
    await call('/issues/merge', { into: a, from: [b] })
    expect((await call(`/issues/${b}`)).status).toBe(200)
    for (const path of [`/issues/${b}`, `/issues/${b}/fingerprints`, `/issues/${b}/events`])
      expect((await call(path, undefined, bob.token)).status).toBe(404)
    expect((await call(`/issues/${b}/unmerge`, { fingerprints: ['0'.repeat(32)] }, bob.token)).status).toBe(
      404,
    )
    const reader = await world.tokenWith(ann.organization, ['event:read'])
    expect((await call('/issues/merge', { into: a, from: [b] }, reader)).status).toBe(403)
  })
})
