import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Facet, IssueDetail, IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { ALL_ENDPOINTS, bearer, callEndpoint, own, type Subject } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000

let world: World
let ann: Tenant
let cookie: string
let subject: Subject

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  await world.store(ann.project, [anErrorPayload(eventId(1))], NOW - 30 * HOUR_MS)
  await world.store(
    ann.project,
    [
      anErrorPayload(eventId(2), { user: { id: 'u2' } }),
      anErrorPayload(eventId(3), { user: { id: 'u2' } }),
      aMessagePayload(eventId(4), 'Disk is nearly full', { level: 'warning' }),
    ],
    NOW - HOUR_MS,
  )
  cookie = await world.signIn(ann)
  const { issues } = await read<{ issues: IssueSummary[] }>(
    `/projects/${ann.project.slug}/issues?query=TypeError`,
  )
  const [token] = await world.records.tokens.list(ann.organization.id)
  subject = { tenant: ann, issueId: issues[0]!.id, eventId: eventId(2), tokenId: token!.id }
})
afterAll(() => world.close())

async function read<T>(path: string, token = ann.token): Promise<T> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, { headers: bearer(token) })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${JSON.stringify(body)}`)
  return body as T
}

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function change<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...own(cookie), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

describe('every endpoint of ours', () => {
  // These have tests of their own: they work only once, in an order, with files, or never end.
  const walked = ALL_ENDPOINTS.filter(
    ([name, { path, consumes }]) =>
      ![
        'createFirstOwner',
        'liveUpdates',
        'revokeToken',
        'mergeIssues',
        'unmergeIssue',
        'unjoinEvent',
        'updateMember',
        'removeMember',
        'leaveOrganization',
        'revokeInvitation',
        'readInvitation',
        'acceptInvitation',
        'updateTeam',
        'deleteTeam',
        'updateComment',
        'deleteComment',
        'updateSavedView',
        'deleteSavedView',
        'deleteRouteRule',
        'getTrace',
        'getSpan',
        'getAlert',
        'updateAlert',
        'deleteAlert',
        'updateChannel',
        'deleteChannel',
        'testChannel',
        'getDelivery',
        'retryDelivery',
        'revokeShare',
        'getShared',
        'sentryAddProjectTeam',
        'sentryRemoveProjectTeam',
        'sentryUpdateKey',
        'sentryStartAutofix',
      ].includes(name) &&
      !name.startsWith('sentryCreate') &&
      !path.includes('/releases/:version/') &&
      consumes === 'json',
  )

  it.each(walked)('[AP3] %s answers in the shape it declares', async (...named) => {
    const response = await callEndpoint(world, named, subject, own(cookie))
    const body: unknown = await response.json()
    expect([response.status, body]).toEqual([named[1].status, expect.anything()])
    expect(v.safeParse(named[1].response, body).issues).toBeUndefined()
  })
})

describe('issues', () => {
  it('[AP11] counts events, users and hours', async () => {
    const { issues, total } = await read<{ issues: IssueSummary[]; total: number }>(
      `/projects/${ann.project.slug}/issues?query=TypeError`,
    )
    expect(total).toBe(1)
    expect(issues[0]).toMatchObject({
      shortId: 'MAIN-SHOP-1',
      type: 'TypeError',
      events: 3,
      users: 2,
      firstRelease: 'shop@1.4.2',
      firstSeen: new Date(NOW - 30 * HOUR_MS).toISOString(),
    })
    const { series } = issues[0]!
    expect(series).toMatchObject({ from: '2026-11-14T13:00:00.000Z', bucketSeconds: 3600 })
    expect(series.values).toEqual([...Array.from({ length: 22 }, () => 0), 2, 0])
  })

  it('[AP11] draws two weeks by the day', async () => {
    const { series } = await read<IssueDetail>(`/issues/${subject.issueId}?period=14d`)
    expect(series.bucketSeconds).toBe(86_400)
    expect(series.values.slice(-3)).toEqual([0, 1, 2])
    expect(series.values).toHaveLength(14)
  })

  it('[AP11] draws four weeks by the day', async () => {
    const { series } = await read<IssueDetail>(`/issues/${subject.issueId}?period=28d`)
    expect(series).toMatchObject({ bucketSeconds: 86_400 })
    expect(series.values).toEqual([...Array.from({ length: 26 }, () => 0), 1, 2])
  })

  it('[AP8] filters by status, level and words, and pages without repeating', async () => {
    const titles = async (query: string) => {
      const { issues } = await read<{ issues: IssueSummary[] }>(
        `/projects/${ann.project.slug}/issues?query=${encodeURIComponent(query)}`,
      )
      return issues.map(({ title }) => title)
    }
    expect(await titles('level:warning')).toEqual(['Disk is nearly full'])
    expect(await titles('nearly DISK')).toEqual(['Disk is nearly full'])
    expect(await titles('is:ignored')).toEqual([])
    const first = await read<{ issues: IssueSummary[]; next: string }>(
      `/projects/${ann.project.id}/issues?limit=1`,
    )
    const second = await read<{ issues: IssueSummary[]; next: null }>(
      `/projects/${ann.project.id}/issues?limit=1&cursor=${first.next}`,
    )
    expect(new Set([first.issues[0]!.id, second.issues[0]!.id]).size).toBe(2)
    expect(second.next).toBeNull()
  })

  it('[AP11] says what the events of an issue have in common', async () => {
    const issue = await read<IssueDetail>(`/issues/${subject.issueId}`)
    expect(issue.latestEventId).toBe(eventId(3))
    const lastSeen = new Date(NOW - HOUR_MS).toISOString()
    const { facets } = await read<{ facets: Facet[] }>(`/issues/${subject.issueId}/breakdown`)
    expect(facets).toEqual(
      expect.arrayContaining([
        {
          key: 'release',
          tag: false,
          total: 3,
          values: [{ value: 'shop@1.4.2', events: 3, overall: 0, lastSeen }],
        },
        {
          key: 'browser',
          tag: false,
          total: 3,
          values: [{ value: 'Chrome 142', events: 3, overall: 1, lastSeen }],
        },
        { key: 'plan', tag: true, total: 3, values: [{ value: 'pro', events: 3, overall: 0, lastSeen }] },
      ]),
    )
  })

  it('[AP11] resolves and reopens', async () => {
    const resolved = await change<IssueDetail>('PATCH', `/issues/${subject.issueId}`, { status: 'resolved' })
    expect(resolved.body.status).toBe('resolved')
    const open = await read<{ issues: IssueSummary[] }>(
      `/projects/${ann.project.slug}/issues?query=is:unresolved%20TypeError`,
    )
    expect(open.issues).toEqual([])
    const reopened = await change<IssueDetail>('PATCH', `/issues/${subject.issueId}`, {
      status: 'unresolved',
    })
    expect(reopened.body.status).toBe('unresolved')
  })
})

describe('events', () => {
  it('[AP11] pages from the newest to the oldest', async () => {
    type Page = { events: Array<{ eventId: string }>; next: string | null }
    const first = await read<Page>(`/issues/${subject.issueId}/events?limit=2`)
    expect(first.events.map((event) => event.eventId)).toEqual([eventId(3), eventId(2)])
    const second = await read<Page>(`/issues/${subject.issueId}/events?limit=2&cursor=${first.next}`)
    expect(second).toEqual({
      events: [expect.objectContaining({ eventId: eventId(1) })],
      next: null,
      searched: null,
    })
  })

  it('[AP11] shows an event with what was derived, replaced and decided about it', async () => {
    const event = await read<EventView>(`/issues/${subject.issueId}/events/latest`)
    expect(event).toMatchObject({
      eventId: eventId(3),
      previousEventId: eventId(2),
      title: 'TypeError: Cannot read properties of undefined',
      environment: 'production',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      contexts: { browser: { name: 'Chrome' }, os: { name: 'macOS' } },
      tags: [
        { key: 'plan', value: 'pro' },
        { key: 'mechanism', value: 'onerror' },
      ],
      grouping: { version: 1, rule: 'stacktrace' },
      cuts: [],
    })
    expect(event.exceptions[0]!.frames.at(-1)).toMatchObject({
      function: 'total',
      line: 12,
      contextLine: '  return cart.items.length',
    })
    expect(event.scrubbed.map(({ path }) => path)).toContain('extra.password')
    expect(JSON.stringify(event)).not.toContain('hunter2')
    expect(event.grouping.summary).not.toBe('')
  })

  it('[AP11] does not find an event under another issue', async () => {
    const response = await world.app.request(`/api/v1/issues/${subject.issueId}/events/${eventId(4)}`, {
      headers: bearer(ann.token),
    })
    expect(response.status).toBe(404)
  })
})

describe('projects', () => {
  it('[AP10] creates a project whose DSN an SDK can use at once', async () => {
    const before = world.seen.projectChanges
    const { status, body } = await change<ProjectDetail>('POST', '/projects', {
      name: 'Web',
      platform: 'javascript',
    })
    expect(status).toBe(201)
    const key = body.keys[0]!
    expect(key.dsn).toBe(`http://${key.publicKey}@127.0.0.1:8000/${body.id}`)
    expect(world.seen.projectChanges).toBe(before + 1)
  })

  it('[AP10] changes only the given settings, and notifies the intake', async () => {
    const path = `/projects/${ann.project.slug}`
    const before = world.seen.projectChanges
    const { body } = await change<ProjectDetail>('PATCH', path, { settings: { retentionDays: 30 } })
    expect(body.settings).toMatchObject({ retentionDays: 30, scrubDefaults: true })
    expect(world.seen.projectChanges).toBe(before + 1)
  })

  it('[AP10] disables a key', async () => {
    const { body } = await change<{ id: string }>('POST', `/projects/${ann.project.slug}/keys`, {
      label: 'Old',
    })
    const changed = await change('PATCH', `/projects/${ann.project.slug}/keys/${body.id}`, { enabled: false })
    expect(changed.body).toMatchObject({ label: 'Old', enabled: false })
  })
})

describe('intake', () => {
  it('[AP20] sums what became of everything and explains each reason', async () => {
    const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS
    const cell = { projectId: ann.project.id, category: 'error' } as const
    await world.records.intake.add([
      { ...cell, hour, outcome: 'accepted', reason: '', quantity: 5 },
      { ...cell, hour: hour - HOUR_MS, outcome: 'accepted', reason: '', quantity: 2 },
      { ...cell, hour, outcome: 'refused', reason: 'over_quota', quantity: 3 },
      { ...cell, projectId: undefined, hour, outcome: 'refused', reason: 'unknown_key', quantity: 9 },
    ])
    const intake = await read<{ cells: object[]; totals: object[] }>(`/projects/${ann.project.slug}/intake`)
    expect(intake.cells).toHaveLength(3)
    expect(intake.totals).toEqual([
      { outcome: 'accepted', category: 'error', reason: '', explanation: '', quantity: 7 },
      {
        outcome: 'refused',
        category: 'error',
        reason: 'over_quota',
        explanation: 'The key or the project has used up its quota.',
        quantity: 3,
      },
    ])
    const unmatched = await read<{ totals: object[] }>('/intake/unmatched')
    expect(unmatched.totals).toMatchObject([{ reason: 'unknown_key', quantity: 9 }])
  })

  it('[AP20] refuses a range that ends before it begins', async () => {
    const response = await world.app.request(
      `/api/v1/projects/${ann.project.slug}/intake?from=2026-11-15T10:00:00.000Z&to=2026-11-14T10:00:00.000Z`,
      { headers: bearer(ann.token) },
    )
    expect(response.status).toBe(400)
  })
})

describe('tokens', () => {
  it('[AP1] opens with a new token and closes with its revocation', async () => {
    const made = await change<{ secret: string; token: { id: string } }>('POST', '/tokens', {
      name: 'ci',
      scopes: ['project:read'],
    })
    const secret = made.body.secret
    await read('/projects', secret)
    const listed = await change<{ tokens: unknown[] }>('GET', '/tokens')
    expect(JSON.stringify(listed.body)).not.toContain(secret)
    const revoked = await change('DELETE', `/tokens/${made.body.token.id}`)
    expect(revoked).toEqual({ status: 200, body: { revoked: made.body.token.id } })
    await expect(read('/projects', secret)).rejects.toThrow('401')
  })
})

describe('samples', () => {
  it('[AP21] loads a scenario that exists and no other', async () => {
    const path = `/projects/${ann.project.slug}/samples`
    expect((await change('POST', path, { scenario: 'small' })).body).toEqual({ events: 3 })
    expect(world.seen.loaded).toContain(`${ann.project.id} small`)
    expect((await change('POST', path, { scenario: 'other' })).status).toBe(404)
  })
})

describe('live updates', () => {
  it('[AP12] reach readers with access to the project', async () => {
    const response = await world.app.request(`${ORIGIN}/api/v1/live?project=${ann.project.slug}`, {
      headers: { Cookie: cookie },
    })
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    world.deps.hub.publish({
      type: 'digest',
      projectId: ann.project.id,
      issueIds: [subject.issueId],
      created: [],
      events: 1,
    })
    const reader = response.body!.getReader()
    let text = ''
    while (!text.includes('data:')) text += Buffer.from((await reader.read()).value ?? []).toString()
    expect(text).toContain(`"issueIds":["${subject.issueId}"]`)
    await reader.cancel()
  })

  it('[AP2] are rejected for a project of another organization', async () => {
    const response = await world.app.request('/api/v1/live?project=nothing', { headers: bearer(ann.token) })
    expect(response.status).toBe(404)
  })
})

describe('first run', () => {
  it('[AP22] makes the first owner with the one-time token, once', async () => {
    const fresh = await openWorld()
    const post = (token: string) =>
      fresh.app.request(`${ORIGIN}/api/v1/setup`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
        body: JSON.stringify({ token, email: 'ann@example.com', password: 'correct horse' }),
      })
    const needed = async () => (await fresh.app.request('/api/v1/setup')).json()
    const token = (await fresh.firstRunToken())!
    expect(await needed()).toMatchObject({ needed: true })
    expect((await post('wrong')).status).toBe(403)
    expect((await post(token)).status).toBe(201)
    expect(await needed()).toMatchObject({ needed: false })
    expect((await post(token)).status).toBe(403)

    const session = await fresh.app.request(`${ORIGIN}/api/v1/session`, {
      headers: { Cookie: await fresh.signIn({ email: 'ann@example.com' }) },
    })
    expect(await session.json()).toMatchObject({
      user: { email: 'ann@example.com' },
      organizations: [{ slug: 'main' }],
      publicUrl: ORIGIN,
    })
    await fresh.close()
  })
})
