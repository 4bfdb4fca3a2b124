import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import type { JsonObject } from '#domain/json.ts'
import type { Project } from '#domain/projects/project.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'
import { anErrorPayload, aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'
import { REPORT_FIELD } from '#event/security-report.ts'
import { lastDay } from './compared.ts'
import type { OverviewQueries } from './overview.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
let overview: OverviewQueries
let last = 0

beforeAll(async () => {
  world = await openWorld()
  ;({ overview } = world.deps)
})
afterAll(() => world.close())

/** A project of its own for each test, as the stores know it after the events. */
async function aProject(slug: string) {
  const { project, organization } = await world.tenant(slug)
  return {
    organization,
    id: project.id,
    project: async (): Promise<Project> => (await world.records.projects.byId(project.id))!,
    send: (ageMs: number, ...payloads: readonly JsonObject[]) => world.store(project, payloads, NOW - ageMs),
    visit: (rows: readonly SpanRow[]) => world.storeSpans(project, rows),
    sessions: (rows: Parameters<World['storeSessions']>[1]) => world.storeSessions(project, rows),
  }
}

/** Errors without a stack are grouped by their message, in which digits count for nothing. */
const failure = (message: string, more: JsonObject = {}) =>
  aMessagePayload(eventId(++last), message, { level: 'error', release: 'shop@1.0', ...more })
const by = (id: string) => failure('broken', { user: { id } })

function visit(over: Partial<SpanRow>): SpanRow {
  return aVisit(++last, {
    receivedAt: NOW - HOUR,
    ...over,
  })
}

describe('the figures of the last day', () => {
  it('[OV1] count errors, not messages or reports of browsers, and each of their users once, beside yesterday and the same weekday last week', async () => {
    const shop = await aProject('figures')
    await shop.send(9 * DAY, by('long-ago'))
    await shop.send(7 * DAY + HOUR, by('ann'), by('bob'), by('cem'))
    await shop.send(DAY + HOUR, by('ann'), by('ann'))
    // Midnight lies between these: the day of the calendar does not count.
    await shop.send(20 * HOUR, by('ann'), by('bob'))
    await shop.send(HOUR, by('ann'), failure('crashed', { level: 'fatal' }))
    await shop.send(HOUR, aMessagePayload(eventId(++last), 'only a note', { level: 'info' }))
    const report = { kind: 'csp', fields: { 'blocked-uri': 'https://cdn.example.com' } }
    await shop.send(HOUR, { event_id: eventId(++last), level: 'error', [REPORT_FIELD]: report })
    const { errors, users } = await overview.totals(await shop.project())
    expect(errors).toEqual({ now: 4, yesterday: 2, lastWeek: 3 })
    expect(users).toEqual({ now: 2, yesterday: 1, lastWeek: 3 })
    // The figure leads to a search that leaves them out by their type.
    const { values } = await world.telemetry.breakdown(
      { projectId: shop.id, range: { from: NOW - DAY, to: NOW } },
      { by: 'type', measure: 'events', limit: 9 },
    )
    expect(values.map(({ key }) => key)).toContain('csp')
  })

  it('[OV2] are not compared with days before the first event, or that retention has reached', async () => {
    const young = await aProject('young')
    await young.send(3 * DAY, by('ann'))
    expect((await overview.totals(await young.project())).errors).toEqual({
      now: 0,
      yesterday: 0,
      lastWeek: undefined,
    })
    const short = await aProject('short')
    await short.send(30 * DAY, by('ann'))
    const project = await short.project()
    const settings = { ...project.settings, retentionDays: 7 }
    expect((await overview.totals({ ...project, settings })).errors.lastWeek).toBeUndefined()
    expect((await overview.totals(project)).errors.lastWeek).toBe(0)
  })

  it('[OV3] are of a day that ends with a whole step, so that asking again within it gives the same', () => {
    const { stepMs } = LIMITS.overview
    const start = Math.floor(NOW / stepMs) * stepMs
    expect(lastDay(start)).toEqual({ from: start + stepMs - DAY, to: start + stepMs })
    expect(lastDay(start + stepMs - 1)).toEqual(lastDay(start))
    expect(lastDay(start + stepMs)).not.toEqual(lastDay(start))
  })
})

describe('the time line', () => {
  it('[OV4] has the errors of 14 days, and the releases and deploys of these days in their order', async () => {
    const shop = await aProject('line')
    await shop.send(20 * DAY, failure('old', { release: 'shop@0.9' }))
    await shop.send(5 * DAY, failure('a'), failure('b'))
    await shop.send(HOUR, failure('c', { release: 'shop@1.1' }))
    const deploy = { name: undefined, url: undefined, startedAt: undefined }
    const deployed = (version: string, environment: string, ageMs: number) =>
      world.records.releases.addDeploy(shop.organization.id, version, {
        ...deploy,
        environment,
        finishedAt: NOW - ageMs,
      })
    await deployed('shop@0.9', 'production', 20 * DAY)
    await deployed('shop@0.9', 'staging', 6 * DAY)
    await deployed('shop@1.1', 'production', 2 * HOUR)
    const { errors, marks } = await overview.timeline(await shop.project())
    expect(errors.values).toHaveLength(56)
    const at = (ageMs: number) => Math.floor((NOW - ageMs - errors.from) / errors.bucketMs)
    expect(errors.values[at(5 * DAY)]).toBe(2)
    expect(errors.values[at(HOUR)]).toBe(1)
    expect(errors.values.reduce((sum, value) => sum + value, 0)).toBe(3)
    expect(marks.map(({ version, environment }) => [version, environment])).toEqual([
      ['shop@0.9', 'staging'],
      ['shop@1.0', undefined],
      ['shop@1.1', 'production'],
      ['shop@1.1', undefined],
    ])
  })
})

describe('the issues of the last day', () => {
  it('[OV5] are those that are new and those that came back, the busiest first, with the search that finds them', async () => {
    const shop = await aProject('issues')
    await shop.send(3 * DAY, failure('known'), failure('mended'))
    const project = await shop.project()
    const found = await world.records.issues.page({ projectIds: [shop.id] }, { sort: 'first_seen', limit: 9 })
    const issue = found.issues.find(({ title }) => title === 'mended')!
    await world.deps.commands.updateIssues([{ issue, project, change: { status: 'resolved' } }], undefined)
    await shop.send(0, failure('known'), failure('mended'))
    const words = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox']
    for (const [index, word] of words.entries())
      await shop.send(HOUR, ...Array.from({ length: index + 1 }, () => failure(word)))
    const { appeared, cameBack } = await overview.issues(project)
    expect(appeared.rows.map((row) => row.issue.title)).toEqual(['fox', 'eel', 'dog', 'cat', 'bee'])
    expect(appeared.total).toBe(6)
    expect(cameBack.rows.map((row) => row.issue.title)).toEqual(['mended'])
    for (const { query, total } of [appeared, cameBack]) {
      const listed = await world.deps.queries.issues(project, {
        query,
        userId: undefined,
        sort: 'events',
        period: '24h',
        cursor: undefined,
        limit: 50,
      })
      expect(listed.total).toBe(total)
    }
  })
})

describe('the worst routes', () => {
  it('[OV6] are those on which users lost the most time in the last day, at most five', async () => {
    const shop = await aProject('routes')
    const route = (path: string, lcp: number, receivedAt = NOW - HOUR) =>
      visit({ route: path, path, receivedAt, vitals: { lcp } })
    await shop.visit([
      route('/fast', 900),
      ...[1, 2, 3, 4, 5, 6].map((place) => route(`/slow-${place}`, 3_000 + place * 1_000)),
      route('/slow-6', 3_500, NOW - 7 * DAY - HOUR),
      route('/yesterday', 60_000, NOW - 30 * HOUR),
    ])
    const { routes, visited } = await overview.routes(await shop.project())
    expect(visited).toBe(true)
    expect(routes.map(({ stats }) => stats.key)).toEqual([
      '/slow-6',
      '/slow-5',
      '/slow-4',
      '/slow-3',
      '/slow-2',
    ])
    expect(routes[0]?.weekBefore?.lostMs).toBe(1_000)
    expect(routes[1]?.weekBefore).toBeUndefined()
  })

  it('[OV6] tell routes that nobody waited on from no visits at all', async () => {
    const fast = await aProject('fast')
    expect(await overview.routes(await fast.project())).toMatchObject({ routes: [], visited: false })
    await fast.visit([visit({ vitals: { lcp: 900 } })])
    expect(await overview.routes(await fast.project())).toMatchObject({ routes: [], visited: true })
  })
})

describe('the releases', () => {
  it('[OV7] are the five newest, with their sessions and web vitals of 14 days', async () => {
    const shop = await aProject('releases')
    for (const minor of [0, 1, 2, 3, 4, 5])
      await shop.send((9 - minor) * DAY, failure('broken', { release: `shop@1.${minor}` }))
    await shop.visit([
      visit({ release: 'shop@1.5', vitals: { lcp: 4_500 } }),
      visit({ release: 'shop@1.4', vitals: { lcp: 900 }, receivedAt: NOW - 3 * DAY }),
    ])
    const session = (status: SessionRow['status'], index: number) => ({
      status,
      session: `000000000000000${index}`,
      startedAt: NOW - HOUR,
      receivedAt: NOW - HOUR,
      release: 'shop@1.5',
      environment: undefined,
      user: undefined,
      quantity: 1,
    })
    await shop.sessions((['ok', 'ok', 'ok', 'crashed'] as const).map(session))
    const { releases } = await overview.releases(await shop.project())
    expect(releases.map(({ line }) => line.version)).toEqual([
      'shop@1.5',
      'shop@1.4',
      'shop@1.3',
      'shop@1.2',
      'shop@1.1',
    ])
    expect(releases[0]).toMatchObject({
      line: { health: { sessions: 4, crashed: 1 } },
      visits: { vitals: { lcp: { p75: 4_500 } } },
    })
    expect(releases[1]).toMatchObject({ visits: { vitals: { lcp: { p75: 900 } } } })
    expect(releases[2]?.visits).toBeUndefined()
  })
})

describe('what is wrong with the set-up', () => {
  const kinds = async (project: Project) => (await overview.setup(project)).map(({ kind }) => kind)

  it('[OV8] is no mail server, and nothing else of a project that has just been made', async () => {
    const fresh = await aProject('fresh')
    expect(await kinds(await fresh.project())).toEqual(['no_mail'])
  })

  it('[OV8] is silence for a day, unless anything at all was received', async () => {
    const quiet = await aProject('quiet')
    await quiet.send(2 * DAY, failure('broken'))
    expect(await kinds(await quiet.project())).toEqual(['silent', 'no_mail'])
    await quiet.visit([visit({})])
    expect(await kinds(await quiet.project())).toEqual(['no_mail'])
  })

  it('[OV8] is what was refused in the last day', async () => {
    const limited = await aProject('limited')
    await limited.send(HOUR, failure('broken'))
    const hour = Math.floor((NOW - HOUR) / HOUR) * HOUR
    const count = {
      projectId: limited.id,
      category: 'error',
      outcome: 'refused',
      reason: 'over_quota',
    } as const
    await world.records.intake.add([
      { ...count, hour, quantity: 7 },
      { ...count, hour: hour - 3 * DAY, quantity: 900 },
    ])
    expect(await overview.setup(await limited.project())).toContainEqual({ kind: 'refused', items: 7 })
  })

  it('[OV8] is more than a tenth of events without a release', async () => {
    const unnamed = await aProject('unnamed')
    const named = Array.from({ length: 9 }, () => failure('broken'))
    await unnamed.send(HOUR, ...named, failure('broken', { release: null }))
    expect(await kinds(await unnamed.project())).toEqual(['no_mail'])
    await unnamed.send(HOUR, failure('broken', { release: null }))
    expect(await overview.setup(await unnamed.project())).toContainEqual({
      kind: 'no_release',
      events: 11,
      without: 2,
    })
  })

  it('[OV8] is a latest release whose scripts lack source maps', async () => {
    const unmapped = await aProject('unmapped')
    await unmapped.send(HOUR, anErrorPayload(eventId(++last)))
    expect(await overview.setup(await unmapped.project())).toContainEqual({
      kind: 'no_maps',
      release: 'shop@1.4.2',
      scripts: 1,
    })
    await unmapped.send(0, failure('no script', { release: 'shop@1.5.0' }))
    expect(await kinds(await unmapped.project())).toEqual(['no_mail'])
  })
})
