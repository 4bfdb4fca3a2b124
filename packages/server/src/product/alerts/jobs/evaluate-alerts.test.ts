import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Alert, AlertRule, AlertTell, AlertWhen } from '#domain/alerts/alert.ts'
import { createAlertFailures } from '#domain/alerts/failures.ts'
import { freshMemory } from '#domain/alerts/fact.ts'
import type { Level } from '#domain/events/level.ts'
import { aWorld } from '#digest/testing/world.ts'
import { backtest } from '#product/alerts/query/backtest.ts'
import { createAlertMatcher } from '#product/alerts/query/matching.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { anEvent as aDigestedEvent } from '#stores/records/records.contract.ts'
import { aSession } from '#stores/telemetry/sessions.contract.ts'
import { anEvent as aStoredEvent } from '#stores/telemetry/telemetry.builders.ts'
import { evaluateAlertsJob } from './evaluate-alerts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const T0 = Date.UTC(2026, 10, 10)
const running = new AbortController().signal

interface Seen {
  readonly minute: number
  /** Also its fingerprint. */
  readonly bug?: string
  readonly user?: string
  readonly level?: Level
  readonly environment?: string
}

const ANY: AlertRule['for'] = { projectIds: [], query: '', environments: [], levels: [] }

async function open() {
  const world = await aWorld()
  const { records, telemetry, projectId } = world
  const project = (await records.projects.byId(projectId))!
  const { organizationId } = project
  const channel = await records.channels.create(
    { organizationId, name: '#errors', kind: 'slack', hint: 'h', sealed: 's', createdAt: T0 },
    { most: 9 },
  )
  let time = T0
  let seq = 1
  const matcher = createAlertMatcher({ records, telemetry, now: () => time })
  const failures = createAlertFailures()
  const slow = new Set<string>()
  const logged: unknown[] = []
  const job = evaluateAlertsJob({
    failures,
    deadlineMs: ({ id }) => (slow.has(id) ? 0 : 10_000),
    records,
    telemetry,
    matcher,
    settledUntil: async () => time,
    publicUrl: () => 'https://hindcast.example',
    now: () => time,
    log: { debug() {}, info() {}, warn() {}, error: (...said) => void logged.push(said) },
  })

  /** As the digest does it: the records first, because they know the issue. */
  async function receive({ minute, bug = 'a', user, level = 'error', environment = 'production' }: Seen) {
    const receivedAt = T0 + minute * MINUTE
    const fingerprint = bug.charCodeAt(0).toString(16).padStart(32, '0')
    const own = { seq: seq++, projectId, fingerprint, receivedAt, level, title: `Bug ${bug}` }
    const batch = { spoolId: 't', from: own.seq, to: own.seq + 1 }
    const { issueIds } = await records.digest.apply({ ...batch, events: [aDigestedEvent(own)], counts: [] })
    const issueId = issueIds.get(`${projectId}/${fingerprint}`)!
    const events = [
      aStoredEvent({ ...own, issueId, user, environment, eventId: own.seq.toString(16).padStart(32, '0') }),
    ]
    await telemetry.append({ ...batch, events, raw: [] })
    return issueId
  }

  return {
    ...world,
    failures,
    slow,
    logged,
    project,
    channel,
    matcher,
    receive,
    at: (minute: number) => (time = T0 + minute * MINUTE),
    run: () => job.run(running),
    async look(minute: number) {
      time = T0 + minute * MINUTE
      await job.run(running)
    },
    alert: (when: AlertWhen, over: Partial<AlertRule> = {}): Promise<Alert> =>
      records.alerts.create(
        {
          when,
          for: ANY,
          tell: [{ kind: 'channel', id: channel.id }],
          every: 1,
          ...over,
          organizationId,
          createdBy: undefined,
        },
        { memory: freshMemory(T0, 0), now: T0, most: 99 },
      ),
    /** What was sent, oldest first: to whom, and why of what. */
    async sent() {
      const all = await records.deliveries.list(organizationId, { limit: 100 })
      return all.toReversed().map(({ notification, to }) => ({
        to: to.kind === 'channel' ? '#errors' : to.id,
        told: notification.subjects.map(({ issue, reason }) => `${issue?.title ?? 'project'}: ${reason}`),
        notification,
      }))
    },
  }
}

async function addUser(records: RecordStore, id: string): Promise<void> {
  const moment = new Date(T0).toISOString()
  const user = {
    id,
    name: id,
    email: `${id}@x.example`,
    emailVerified: 0,
    createdAt: moment,
    updatedAt: moment,
  }
  await (records.accounts.db as Kysely<{ auth_user: typeof user }>)
    .insertInto('auth_user')
    .values(user)
    .execute()
}

const told = async (world: Awaited<ReturnType<typeof open>>) =>
  (await world.sent()).flatMap((message) => message.told)

describe('the job that looks for what alerts are about', () => {
  it('[AL10] sends a new issue once, with the reason and links to the issue, mute and edit', async () => {
    const world = await open()
    const alert = await world.alert({ kind: 'new' })
    const issueId = await world.receive({ minute: 1 })
    await world.look(2)
    await world.receive({ minute: 3 })
    await world.look(60)
    const [message, ...others] = await world.sent()
    expect(others).toEqual([])
    expect(message!.notification).toMatchObject({
      sentence: 'When a new issue appears for every project notify #errors at most once every minute.',
      subjects: [
        { reason: 'new issue', url: `https://hindcast.example/issues/${issueId}`, issue: { title: 'Bug a' } },
      ],
      more: 0,
      links: {
        mute: `https://hindcast.example/alerts/${alert.id}?mute=1`,
        tune: `https://hindcast.example/alerts/${alert.id}`,
      },
    })
    expect((await world.records.alerts.byId(alert.id))!.lastFiredAt).toBe(T0 + MINUTE + 3000)
  })

  it('[AL10] sends many in one message, lists ten and counts the others', async () => {
    const world = await open()
    await world.alert({ kind: 'new' })
    for (let n = 0; n < 22; n++) await world.receive({ minute: 1, bug: String.fromCharCode(65 + n) })
    await world.look(5)
    const [message, ...others] = await world.sent()
    expect(others).toEqual([])
    expect([message!.told.length, message!.notification.more]).toEqual([10, 12])
  })

  it('[AL10] sends a regressed issue', async () => {
    const world = await open()
    await world.alert({ kind: 'regressed' })
    const id = await world.receive({ minute: 1 })
    await world.records.issues.change([{ id, status: 'resolved' }], T0 + 2 * MINUTE)
    await world.look(3)
    expect(await told(world)).toEqual([])
    await world.receive({ minute: 4 })
    await world.look(6)
    expect(await told(world)).toEqual(['Bug a: came back after it was resolved'])
  })

  it('[AL62] evaluates the others when one times out, reports which and why, and retries it less often', async () => {
    const world = await open()
    const slow = await world.alert({ kind: 'new' }, { for: { ...ANY, query: 'message:*a*b*' } })
    await world.alert({ kind: 'new' })
    world.slow.add(slow.id)
    await world.receive({ minute: 1 })
    await world.look(2)
    expect((await world.sent()).map(({ told: lines }) => lines)).toEqual([['Bug a: new issue']])
    const failing = { since: T0 + 2 * MINUTE, reason: expect.stringContaining('Ask for less') }
    expect(world.failures.of(slow.id)).toEqual(failing)
    const said = { alert: slow.id, reason: failing.reason, error: expect.anything() }
    expect(world.logged).toEqual([['an alert could not be evaluated', said]])
    // Paused for a minute, then for two.
    await world.look(2.5)
    expect(world.logged.length).toBe(1)
    await world.look(3.5)
    await world.look(5)
    expect(world.logged.length).toBe(2)
    expect(world.failures.of(slow.id)).toEqual(failing)
  })

  it('[AL63] takes an alert up again where it failed once it works, and at once when it was changed', async () => {
    const world = await open()
    const alert = await world.alert({ kind: 'new' }, { for: { ...ANY, query: 'message:*' } })
    world.slow.add(alert.id)
    await world.receive({ minute: 1 })
    await world.look(2)
    world.slow.clear()
    await world.look(2.5)
    expect(await world.sent()).toEqual([])
    await world.records.alerts.update(alert.id, { every: 5 }, { now: T0 + 3 * MINUTE })
    await world.look(2.9)
    expect((await world.sent()).map(({ told: lines }) => lines)).toEqual([['Bug a: new issue']])
    expect(world.failures.of(alert.id)).toBeUndefined()
  })

  it('[AL11] is narrowed by project, level, environment and the words of the search box', async () => {
    const world = await open()
    const others: ReadonlyArray<Partial<AlertRule['for']>> = [
      { projectIds: ['999'] },
      { levels: ['fatal'] },
      { environments: ['staging'] },
      { query: 'nothing like it' },
      { query: 'environment:staging' },
    ]
    for (const narrow of others) await world.alert({ kind: 'new' }, { for: { ...ANY, ...narrow } })
    await world.receive({ minute: 1 })
    await world.look(5)
    expect(await told(world)).toEqual([])
    await world.alert(
      { kind: 'seen', by: 'events', atLeast: 1, within: 60 },
      {
        for: {
          projectIds: [world.projectId],
          query: 'bug environment:production',
          environments: ['production'],
          levels: ['error'],
        },
      },
    )
    await world.look(6)
    expect(await told(world)).toEqual(['Bug a: seen 1 time within 1 hour, the limit is 1'])
  })

  it('[SE55] refuses a key that only Sentry has in a new alert, and keeps it a tag in a saved one', async () => {
    const world = await open()
    const query = '!geo.city:Rome'
    await expect(world.matcher.check(world.project, query)).rejects.toThrow('"geo.city" at position 2')
    const issueId = await world.receive({ minute: 1 })
    world.at(5)
    expect(await world.matcher.matching(world.project, { ...ANY, query }, [issueId])).toEqual(
      new Set([issueId]),
    )
  })

  it('[SE32] continues if a project cannot order the release of an alert', async () => {
    const world = await open()
    const { projectId } = world
    await world.records.releaseHealth.recordSeen([{ projectId, version: '1.0', firstAt: T0, lastAt: T0 }])
    const query = 'release:>3f2a1bc OR environment:production'
    await world.matcher.check(world.project, query)
    await world.alert({ kind: 'new' }, { for: { ...ANY, query } })
    await world.alert({ kind: 'new' }, { for: { ...ANY, query: 'release:>3f2a1bc' } })
    await world.receive({ minute: 1 })
    await world.look(5)
    expect(await told(world)).toEqual(['Bug a: new issue'])
  })

  it('[AL12] does not fire for merged issues, even if the sum reaches the threshold', async () => {
    const world = await open()
    await world.alert({ kind: 'seen', by: 'events', atLeast: 4, within: 60 })
    const ids = new Set<string>()
    for (const bug of ['a', 'b']) for (const minute of [1, 2]) ids.add(await world.receive({ minute, bug }))
    const [into, from] = ids
    const { moves } = await world.records.merging.merge(into!, [from!], T0 + 3 * MINUTE)
    for (const move of moves) await world.telemetry.move(move)
    await world.look(5)
    expect(await told(world)).toEqual([])
  })

  it('[AL13] notifies people of their own issues, and channels of all', async () => {
    const world = await open()
    const { records, project } = world
    for (const id of ['ann', 'bob', 'eve']) await addUser(records, id)
    for (const id of ['ann', 'bob'])
      await records.organizations.addMember(project.organizationId, id, 'owner', T0)
    const tell: AlertTell[] = [
      { kind: 'assignee' },
      { kind: 'subscribers' },
      { kind: 'channel', id: world.channel.id },
    ]
    await world.alert({ kind: 'new' }, { tell })
    const a = await world.receive({ minute: 1, bug: 'a' })
    const b = await world.receive({ minute: 1, bug: 'b' })
    await records.issues.change([{ id: a, assigneeId: 'ann' }], T0)
    await records.comments.follow(b, 'bob', true)
    // A former member.
    await records.comments.follow(b, 'eve', true)
    await world.look(5)
    const sent = await world.sent()
    expect(
      sent.map(({ to, told: of }) => [to, of.length]).sort(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['#errors', 2],
      ['ann', 1],
      ['bob', 1],
    ])
  })

  it('[AL14] compares a project with its usual, and with its sessions', async () => {
    const world = await open()
    await world.alert({ kind: 'spike', times: 3, atLeast: 5, within: 60 })
    for (let hour = 0; hour < 48; hour++) await world.receive({ minute: hour * 60 + 10 })
    await world.look(48 * 60)
    expect(await told(world)).toEqual([])
    for (let n = 0; n < 6; n++) await world.receive({ minute: 48 * 60 + 5 + n })
    await world.look(48 * 60 + 20)
    expect(await told(world)).toEqual([
      expect.stringMatching(/^project: [67] errors over 1 hour, usual are 1$/),
    ])
  })

  it('[AL14] compares errors with the sessions of the same time, once it is over', async () => {
    const world = await open()
    await world.alert({ kind: 'rate', above: 20, per: 'sessions', within: 5 })
    const sessions = Array.from({ length: 100 }, (_, n) =>
      aSession({ seq: n + 1, projectId: world.projectId, startedAt: T0 + MINUTE, receivedAt: T0 + MINUTE }),
    )
    await world.telemetry.append({ spoolId: 'sessions', from: 0, to: 1000, events: [], raw: [], sessions })
    for (const minute of [1, 2]) await world.receive({ minute })
    await world.look(1.5)
    expect(await told(world)).toEqual([])
    await world.look(4)
    expect(await told(world)).toEqual([
      'project: 20 errors per 1,000 sessions over 5 minutes (2 in 100), the limit is 20',
    ])
  })

  it('[AL15] sends nothing from before its creation or from a long downtime', async () => {
    const world = await open()
    await world.receive({ minute: 1 })
    const memory = freshMemory(T0 + 2 * MINUTE, await world.records.happenings.last())
    const { organizationId } = world.project
    const tell = [{ kind: 'channel', id: world.channel.id }] as const
    await world.records.alerts.create(
      { when: { kind: 'new' }, for: ANY, tell, every: 1, organizationId, createdBy: undefined },
      { memory, now: T0, most: 9 },
    )
    await world.receive({ minute: 5, bug: 'b' })
    await world.look(5 + 7 * 60)
    expect(await told(world)).toEqual([])
  })

  it('[AL15] does not fire for a threshold reached before its creation, but for the next burst', async () => {
    const world = await open()
    for (let n = 0; n < 4; n++) await world.receive({ minute: 1 + n })
    const { organizationId } = world.project
    const made = T0 + 20 * MINUTE
    await world.records.alerts.create(
      {
        when: { kind: 'seen', by: 'events', atLeast: 3, within: 60 },
        for: ANY,
        tell: [{ kind: 'channel', id: world.channel.id }],
        every: 1,
        organizationId,
        createdBy: undefined,
      },
      { memory: freshMemory(made, 0), now: made, most: 9 },
    )
    await world.receive({ minute: 22 })
    for (const minute of [23, 30, 60, 120]) await world.look(minute)
    expect(await told(world)).toEqual([])
    for (let n = 0; n < 3; n++) await world.receive({ minute: 121 + n })
    await world.look(125)
    expect(await told(world)).toEqual(['Bug a: seen 3 times within 1 hour, the limit is 3'])
  })

  it(
    '[AL6] gives the same firings in the backtest as live, with the same times',
    { timeout: 60_000 },
    async () => {
      const rules = fc.constantFrom<AlertWhen>(
        { kind: 'new' },
        { kind: 'seen', by: 'users', atLeast: 3, within: 60 },
        { kind: 'seen', by: 'events', atLeast: 4, within: 15 },
        { kind: 'seen', by: 'users', atLeast: 3, within: null },
        { kind: 'rate', above: 0.5, per: 'minute', within: 5 },
      )
      const timeline = fc.array(
        fc.record({
          minute: fc.nat(180),
          bug: fc.constantFrom('a', 'b'),
          user: fc.constantFrom('1', '2', '3', '4'),
        }),
        { minLength: 5, maxLength: 30 },
      )
      await fc.assert(
        fc.asyncProperty(rules, timeline, async (when, events) => {
          const world = await open()
          const alert = await world.alert(when)
          const waiting = events.toSorted((a, b) => a.minute - b.minute)
          for (let minute = 1; minute <= 200; minute += 7) {
            while (waiting[0] !== undefined && waiting[0].minute < minute)
              await world.receive(waiting.shift()!)
            await world.look(minute)
          }
          await world.look(300)
          const sources = { records: world.records, telemetry: world.telemetry, matcher: world.matcher }
          const project = (await world.records.projects.byId(world.projectId))!
          const { messages } = await backtest(sources, alert, [project], () => T0 + 5 * HOUR)
          const would = messages.flatMap(({ firings }) =>
            firings.map(({ at, issueId }) => `${at} ${issueId}`),
          )
          const did = (await world.sent()).flatMap(({ notification }) =>
            notification.subjects.map(({ at, issue }) => `${at} ${issue?.id}`),
          )
          expect(did.sort()).toEqual(would.sort())
          await world.telemetry.close()
          await world.records.close()
        }),
        { numRuns: 5 },
      )
    },
  )
})
