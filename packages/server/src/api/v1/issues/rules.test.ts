import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import type { RuleError, RulesResult } from '@hindcast/contract/issues/rules.ts'
import { LIMITS } from '#domain/limits.ts'
import { ROLES } from '#domain/people/roles.ts'
import type { Scope } from '#domain/people/scope.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'
import { tryRules } from '#product/issues/query/try-rules.ts'

let world: World
let ann: Tenant
let bob: Tenant
let lastId = 0
const crash = (name: string, message: string) =>
  anErrorPayload(eventId(++lastId), {
    exception: {
      values: [
        {
          type: 'TypeError',
          value: message,
          stacktrace: {
            frames: [{ function: name, filename: `https://shop.test/${name}.js`, lineno: 1, in_app: true }],
          },
        },
      ],
    },
  })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(
    ann.project,
    [
      crash('checkout', 'timeout at once'),
      crash('checkout', 'no card'),
      crash('refund', 'timeout again'),
      crash('cart', 'empty'),
    ],
    NOW - 9,
  )
})
afterAll(() => world.close())

interface Answer<T> {
  readonly status: number
  readonly body: T
}
async function call<T>(method: string, path: string, body: object, token = ann.token): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...bearer(token), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}
interface Tried {
  readonly errors: readonly RuleError[]
  readonly result: RulesResult | null
}
const tryOut = async (rules: string) =>
  (await call<Tried>('POST', `/projects/${ann.project.slug}/rules/dry-run`, { rules })).body

const JOIN = 'message:*timeout* -> fingerprint timeouts'

describe('a version of the grouping that is tried', () => {
  const failed = (cause: string) => {
    const frames = (name: string) => ({ frames: [{ function: name, module: 'jobs', in_app: true }] })
    const values = [
      { type: cause, value: 'x', stacktrace: frames(cause) },
      { type: 'JobFailed', value: 'job failed', stacktrace: frames('run') },
    ]
    return anErrorPayload(eventId(++lastId), { platform: 'python', exception: { values } })
  }

  it('[GR129] says what it would part, changes nothing, and is kept by the group that stays', async () => {
    const { token, project } = bob
    const path = `/projects/${project.slug}`
    const choose = (groupingVersion: number) =>
      call<ProjectDetail>('PATCH', path, { settings: { groupingVersion } }, token)
    const tried = async (version?: number) =>
      (await call<Tried>('POST', `${path}/rules/dry-run`, { rules: '', version }, token)).body.result
    const issues = async () => {
      const all = { projectIds: [project.id] }
      const page = await world.records.issues.page(all, { sort: 'first_seen', limit: 9 })
      return page.issues.map(({ eventCount }) => eventCount).toSorted((a, b) => a - b)
    }
    const arrive = async (...causes: readonly string[]) =>
      world.store((await world.records.projects.byId(project.id))!, causes.map(failed), NOW)

    expect((await choose(3)).body.settings.groupingVersion).toBe(3)
    await arrive('KeyError', 'KeyError', 'OSError')
    expect(await issues()).toEqual([3])
    const result = await tried(4)
    expect(result).toMatchObject({ events: 3, changedEvents: 1, changedIssues: 1 })
    expect(result!.moves).toMatchObject([{ into: null, events: 1, from: [{ events: 1, of: 3 }] }])
    expect(await tried()).toMatchObject({ changedEvents: 0 })
    expect(await issues()).toEqual([3])

    await choose(4)
    await arrive('KeyError', 'OSError')
    expect(await issues()).toEqual([1, 4])
    expect((await choose(5)).status).toBe(400)
  })
})

describe('rules that are tried', () => {
  it('[AP63] say which issues would be joined and which parted, and change nothing', async () => {
    const { errors, result } = await tryOut(JOIN)
    expect(errors).toEqual([])
    expect(result).toMatchObject({ events: 4, changedEvents: 2, changedIssues: 2 })
    const [move] = result!.moves
    expect(result!.moves).toHaveLength(1)
    expect(move).toMatchObject({ into: null, events: 2 })
    expect(new Set(move!.from.map(({ events, of }) => `${events} of ${of}`))).toEqual(
      new Set(['1 of 2', '1 of 1']),
    )
    expect((await tryOut('')).result).toMatchObject({ events: 4, changedEvents: 0, moves: [] })
  })

  it('[AP160] group nothing where they are the saved ones', async () => {
    const { records, telemetry } = world
    const trial = () => () => Promise.reject(new Error('An event was grouped.'))
    const saved = (await records.projects.byId(ann.project.id))!
    const tried = (groupingRules: string) =>
      tryRules({ ...records, telemetry, trial, now: () => NOW }, saved, { ...saved.settings, groupingRules })
    expect(await tried(saved.settings.groupingRules)).toEqual({
      errors: [],
      result: { events: 4, changedEvents: 0, changedIssues: 0, moves: [] },
    })
    await expect(tried(JOIN)).rejects.toThrow('An event was grouped.')
  })

  it('[AP161] end at the deadline with the events that were grouped by then', async () => {
    const { records, telemetry } = world
    const saved = (await records.projects.byId(ann.project.id))!
    let asked = 0
    const trial = () => async () => {
      asked += 1
      if (asked > 1) await new Promise(() => {})
      return { before: 'a', after: 'a', takes: undefined }
    }
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const tried = tryRules({ ...records, telemetry, trial, now: () => NOW }, saved, {
        ...saved.settings,
        groupingRules: JOIN,
      })
      await expect.poll(() => asked).toBe(4)
      vi.advanceTimersByTime(LIMITS.rules.dryRunMs)
      expect((await tried).result).toMatchObject({ events: 1, changedEvents: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('[AP63] point at what cannot be read instead', async () => {
    expect(await tryOut('type:A -> fingerprint a\ntyp:B -> in app')).toMatchObject({
      errors: [{ line: 2, column: 1, length: 3, problem: { code: 'unknown_name', name: 'typ' } }],
      result: null,
    })
  })

  it('[AP64] are saved only when they can be read, then hold for what comes, and are what is compared with', async () => {
    const save = (groupingRules: string) =>
      call<{ message: string }>('PATCH', `/projects/${ann.project.slug}`, { settings: { groupingRules } })
    const refused = await save('typ:B -> in app')
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('line 1, character 1')
    expect((await save('x'.repeat(20_001))).status).toBe(400)
    const changes = world.seen.projectChanges
    expect((await save(JOIN)).status).toBe(200)
    expect(world.seen.projectChanges).toBe(changes + 1)
    expect((await tryOut(JOIN)).result).toMatchObject({ changedEvents: 0 })
    const project = (await world.records.projects.byId(ann.project.id))!
    expect(project.settings.groupingRules).toBe(JOIN)
    await world.store(project, [crash('refund', 'timeout'), crash('cart', 'timeout')], NOW)
    const { issues } = await world.records.issues.page(
      { projectIds: [project.id] },
      { sort: 'last_seen', limit: 9 },
    )
    expect(issues).toHaveLength(4)
    expect(issues[0]).toMatchObject({ eventCount: 2, lastSeen: NOW, firstSeen: NOW })
  })

  it('[AP65] respect merges: events that stay in their issue are not listed', async () => {
    const { issues } = await world.records.issues.page(
      { projectIds: [ann.project.id] },
      { sort: 'first_seen', limit: 9 },
    )
    const [into, ...rest] = issues.map(({ id }) => id)
    await call('POST', '/issues/merge', { into, from: rest })
    expect((await tryOut('')).result).toMatchObject({ changedEvents: 0, events: 6 })
  })

  it('[AC62] are tried only on what is one’s own', async () => {
    const path = `/projects/${ann.project.id}/rules/dry-run`
    expect((await call('POST', path, { rules: JOIN }, bob.token)).status).toBe(404)
    const settings = { settings: { groupingRules: '' } }
    expect((await call('PATCH', `/projects/${ann.project.id}`, settings, bob.token)).status).toBe(404)
    const reader = await world.tokenWith(ann.organization, ['project:read'])
    expect((await call('POST', path, { rules: JOIN }, reader)).status).toBe(403)
  })

  it('[GR103] can only be tested with permission to save them', async () => {
    const path = `/projects/${ann.project.id}/rules/dry-run`
    const tried = async (scopes: readonly Scope[]) =>
      (await call('POST', path, { rules: JOIN }, await world.tokenWith(ann.organization, scopes))).status
    expect(await tried(ROLES.viewer.scopes)).toBe(403)
    expect(await tried(ROLES.member.scopes)).toBe(403)
    expect(await tried(ROLES.admin.scopes)).toBe(200)
  })
})
