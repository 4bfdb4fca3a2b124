import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as wire from '@hindcast/contract/releases/releases.ts'
import type { JsonObject } from '#domain/json.ts'
import type { SessionStatus } from '#domain/releases/session.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
const OLD = 'shop@1.9.0'
const NEW = 'shop@1.10.0'

let world: World
let ann: Tenant
let bob: Tenant
let lastId = 0

const hex = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function sessions(release: string, hoursAgo: number, counts: Partial<Record<SessionStatus, number>>) {
  const at = NOW - hoursAgo * HOUR
  return Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => ({
      receivedAt: at,
      startedAt: at,
      release,
      environment: 'production',
      session: hex(`session ${++lastId}`),
      user: hex(`user ${lastId % 500}`),
      status: status as SessionStatus,
      quantity: 1,
    })),
  )
}

function thrown(message: string, release: string, path = 'src/cart/price.ts'): JsonObject {
  const frame = (filename: string) => ({
    filename,
    abs_path: filename,
    function: 'total',
    lineno: 7,
    in_app: true,
  })
  const stacktrace = { frames: [frame('src/app.ts'), frame(path)] }
  return {
    event_id: eventId(++lastId),
    platform: 'node',
    release,
    exception: { values: [{ type: 'Error', value: message, stacktrace }] },
    fingerprint: [message],
  }
}
const times = (count: number, make: () => JsonObject) => Array.from({ length: count }, make)

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function get<T>(path: string, token = ann.token): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api${path}`, { headers: bearer(token) })
  return { status: response.status, body: (await response.json()) as T }
}
const verdict = async (version: string, query = '') =>
  (await get<wire.ReleaseVerdict>(`/v1/projects/${ann.project.slug}/releases/${version}/verdict${query}`))
    .body
const titles = (issues: readonly wire.VerdictIssue[]) => issues.map(({ title }) => title)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const { records } = world
  await world.store(
    ann.project,
    times(40, () => thrown('steady', OLD)),
    NOW - 60 * HOUR,
  )
  await world.store(
    ann.project,
    times(40, () => thrown('grows', OLD)),
    NOW - 60 * HOUR,
  )
  await world.store(
    ann.project,
    times(80, () => thrown('fades', OLD)),
    NOW - 60 * HOUR,
  )
  await world.store(ann.project, [thrown('returns', OLD)], NOW - 60 * HOUR)
  await world.storeSessions(ann.project, sessions(OLD, 60, { exited: 990, crashed: 10 }))
  const { issues } = await records.issues.page(
    { projectIds: [ann.project.id] },
    { sort: 'last_seen', limit: 9 },
  )
  const returns = issues.find(({ title }) => title.includes('returns'))!
  await records.issues.change([{ id: returns.id, status: 'resolved' }], NOW - 50 * HOUR)
  await world.storeSessions(
    ann.project,
    sessions(NEW, 2, { exited: 900, ok: 50, crashed: 20, unhandled: 30 }),
  )
  await world.store(
    ann.project,
    [
      ...times(40, () => thrown('steady', NEW)),
      ...times(160, () => thrown('grows', NEW)),
      thrown('returns', NEW),
      thrown('fresh', NEW),
    ],
    NOW - 2 * HOUR,
  )
  const organizationId = ann.organization.id
  const base = { repository: 'acme/shop', authorName: 'Ann', authorEmail: 'ann@example.com' }
  await records.releases.setCommits(organizationId, NEW, [
    { ...base, id: 'c2', message: 'Polish', at: NOW - 4 * HOUR, files: [{ path: 'README.md', type: 'M' }] },
    {
      ...base,
      id: 'c1',
      message: 'Round prices',
      at: NOW - 5 * HOUR,
      files: [{ path: 'packages/web/src/cart/price.ts', type: 'M' }],
    },
  ])
  await records.releases.addDeploy(organizationId, NEW, {
    environment: 'production',
    name: undefined,
    url: undefined,
    startedAt: undefined,
    finishedAt: NOW - 3 * HOUR,
  })
  await world.store(bob.project, [aMessagePayload(eventId(++lastId), 'theirs')], NOW)
})
afterAll(() => world.close())

describe('the releases of a project', () => {
  it('[RE20] are listed newest version first, with adoption, health, commits and deploys', async () => {
    const { body } = await get<{ releases: wire.ReleaseSummary[]; more: boolean }>(
      `/v1/projects/${ann.project.slug}/releases`,
    )
    expect(body.more).toBe(false)
    expect(body.releases.map(({ version }) => version)).toEqual([NEW, OLD])
    expect(body.releases[0]).toMatchObject({
      adoption: { stage: 'adopted', sessions: 1, users: 1 },
      health: { sessions: 1000, crashed: 20, unhandled: 30, crashFreeSessions: 0.95 },
      newIssues: 1,
      commits: 2,
      deploys: 1,
      deployedAt: new Date(NOW - 3 * HOUR).toISOString(),
      firstEvent: new Date(NOW - 2 * HOUR).toISOString(),
    })
    expect(body.releases[1]).toMatchObject({
      adoption: { stage: 'replaced', sessions: 0 },
      health: { sessions: 1000, crashFreeSessions: 0.99 },
      newIssues: 4,
    })
    expect(body.releases[0]!.series.values).toHaveLength(14)
  })

  it('[RE20] say what each of them consists of', async () => {
    const { body } = await get<wire.ReleaseDetail>(`/v1/projects/${ann.project.slug}/releases/${NEW}`)
    expect(body.previous).toBe(OLD)
    expect(body.commitList.map(({ id, author }) => [id, author?.name])).toEqual([
      ['c2', 'Ann'],
      ['c1', 'Ann'],
    ])
    expect(body.deployList).toMatchObject([{ environment: 'production' }])
    expect((await get(`/v1/projects/${ann.project.slug}/releases/9.9`)).status).toBe(404)
    expect((await get(`/v1/projects/${ann.project.slug}/releases/${NEW}`, bob.token)).status).toBe(404)
  })

  it('[RE21] are judged against the one before, issue by issue', async () => {
    const answer = await verdict(NEW)
    expect(answer).toMatchObject({ call: 'worse', per: 'sessions' })
    expect(answer.against?.version).toBe(OLD)
    expect(titles(answer.appeared)).toEqual(['Error: fresh'])
    expect(titles(answer.cameBack)).toEqual(['Error: returns'])
    expect(titles(answer.worse)).toEqual(['Error: grows'])
    expect(titles(answer.better)).toEqual(['Error: fades'])
    expect(answer.worse[0]).toMatchObject({ events: 160, eventsBefore: 40, rate: 160, rateBefore: 40 })
    expect(answer.crashFreeSessions).toEqual({ change: 'worse', before: 0.99, now: 0.95 })
    expect(answer.sentence).toBe(
      '1 new issue, 1 came back, 1 got worse, 1 got better; crash-free sessions 99 % → 95 %; ' +
        '161 → 202 errors per 1,000 sessions',
    )
  })

  it('[RE21] are judged against any other that is named, and the first against nothing', async () => {
    expect((await verdict(OLD, `?against=${NEW}`)).against?.version).toBe(NEW)
    expect(await verdict(OLD)).toMatchObject({ call: 'first', against: null })
    const missing = await get(`/v1/projects/${ann.project.slug}/releases/${NEW}/verdict?against=9.9`)
    expect(missing.status).toBe(404)
  })

  it('[RE22] name the commit behind an issue that they brought', async () => {
    const { appeared } = await verdict(NEW)
    const { body } = await get<wire.IssueSuspects>(`/v1/issues/${appeared[0]!.id}/suspects`)
    expect(body).toMatchObject({ release: NEW, commits: 2 })
    expect(body.suspects).toMatchObject([
      {
        commit: { id: 'c1', message: 'Round prices' },
        file: 'packages/web/src/cart/price.ts',
        depth: 0,
        line: 7,
      },
    ])
    const { worse } = await verdict(NEW)
    const older = await get<wire.IssueSuspects>(`/v1/issues/${worse[0]!.id}/suspects`)
    expect(older.body).toMatchObject({ release: OLD, commits: 0, suspects: [] })
  })

  it('[RE23] have the time of first sight, for charts', async () => {
    const range = `from=${new Date(NOW - 24 * HOUR).toISOString()}&to=${new Date(NOW).toISOString()}`
    const { body } = await get<object>(`/v1/projects/${ann.project.slug}/release-ticks?${range}`)
    expect(body).toEqual({ ticks: [{ version: NEW, at: new Date(NOW - 2 * HOUR).toISOString() }] })
    expect((await get(`/v1/projects/${ann.project.slug}/release-ticks?from=x&to=y`)).status).toBe(400)
  })

  it('[RE24] report the same numbers to Sentry’s tools', async () => {
    const { body } = await get<JsonObject>(`/0/organizations/${ann.organization.slug}/releases/${NEW}/`)
    expect(body).toMatchObject({
      newGroups: 1,
      commitCount: 2,
      authors: [{ name: 'Ann', email: 'ann@example.com' }],
      firstEvent: new Date(NOW - 2 * HOUR).toISOString(),
      lastEvent: new Date(NOW - 2 * HOUR).toISOString(),
    })
  })
})
