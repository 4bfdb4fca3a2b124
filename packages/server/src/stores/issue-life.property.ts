import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '#domain/issue-life/life.ts'
import type { SeenRelease } from '#domain/release-order.ts'
import { createModel, KNOWN_RELEASES, releaseNamed, type Model } from './testing/issue-model.ts'
import { anEvent } from './records.contract.ts'
import type { DigestedEvent, RecordStore } from './records.ts'

const HOUR = 3_600_000
const VERSIONS = ['1.0', '1.1', '1.2', 'x1', 'x2'] as const
const USERS = ['ann', 'bob', 'cid'] as const

interface Sent {
  readonly of: 'a' | 'b'
  /** How long it was under way, so that some overtake others. */
  readonly late: number
  readonly release: (typeof VERSIONS)[number] | undefined
  readonly user: (typeof USERS)[number] | undefined
}

type Step =
  | { readonly kind: 'events'; readonly events: readonly Sent[]; readonly replays: number }
  | { readonly kind: 'decide'; readonly of: 'a' | 'b'; readonly decision: Wish }
  | { readonly kind: 'undo' }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'surge'; readonly of: 'a' | 'b' }
  | { readonly kind: 'released'; readonly version: (typeof VERSIONS)[number] }
  | { readonly kind: 'merge' | 'unmerge' | 'restart' }

type Wish =
  | 'now'
  | 'reopen'
  | 'forever'
  | 'escalating'
  | 'commit'
  | { readonly next: (typeof VERSIONS)[number] | undefined }
  | { readonly release: (typeof VERSIONS)[number] }
  | { readonly until: number }
  | { readonly events: number; readonly windowMs: number | null }
  | { readonly users: number; readonly windowMs: number | null }

const version = fc.constantFrom(...VERSIONS)
const of = fc.constantFrom('a' as const, 'b' as const)
const windowMs = fc.constantFrom(null, HOUR, 10 * 60_000)
const sent: fc.Arbitrary<Sent> = fc.record({
  of,
  late: fc.constantFrom(0, 0, 0, 1, 60_000, HOUR, 2 * HOUR),
  release: fc.option(version, { nil: undefined }),
  user: fc.option(fc.constantFrom(...USERS), { nil: undefined }),
})
const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.constantFrom<Wish>('now', 'reopen', 'forever', 'escalating', 'commit'),
  fc.record({ next: fc.option(version, { nil: undefined }) }),
  fc.record({ release: version }),
  fc.record({ until: fc.constantFrom(1, 60_000, HOUR) }),
  fc.record({ events: fc.integer({ min: 1, max: 4 }), windowMs }),
  fc.record({ users: fc.integer({ min: 1, max: 3 }), windowMs }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('events' as const),
      events: fc.array(sent, { minLength: 1, maxLength: 4 }),
      replays: fc.constantFrom(0, 0, 1),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('decide' as const), of, decision: wish }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'undo' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      ms: fc.constantFrom(1, 60_000, 10 * 60_000, HOUR, 2 * HOUR),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('surge' as const), of }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('released' as const), version }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'merge' }, { kind: 'unmerge' }) },
)
const plan = fc.tuple(fc.array(step, { minLength: 2, maxLength: 12 }), fc.integer({ min: 0, max: 99 }))

/** Random lives against a model that knows nothing of columns, batches or positions. */
export function describeLifeModel(name: string, open: () => Promise<RecordStore>, runs: number): void {
  describe(`Lives of issues: ${name}`, () => {
    let store: RecordStore
    let organizationId: string
    let lives = 0

    beforeAll(async () => {
      store = await open()
      organizationId = (await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })).id
      for (const { version: known, firstSeen } of KNOWN_RELEASES) {
        await store.releases.ensure({ organizationId, version: known, projectIds: [], now: firstSeen })
      }
    })
    afterAll(async () => store.close())

    async function live(steps: readonly Step[]): Promise<void> {
      lives += 1
      const run = await begin(store, organizationId, `life${lives}`)
      for (const one of steps) {
        if (one.kind === 'restart') {
          await store.close()
          store = await open()
          run.reopened(store)
        } else {
          await run.take(one)
        }
        expect(await run.actual()).toEqual(run.expected())
      }
    }

    it('[IS12] agree with a plain model after any sequence of events, replays, decisions, hours, merges and restarts', async () => {
      const check = fc.asyncProperty(plan, async ([steps, restartAt]) => {
        // Opening a file is the one thing here that takes time, so a life in thirty has it.
        const restarts: Step[] = restartAt < 3 ? [{ kind: 'restart' }] : []
        await live([...steps.slice(0, restartAt), ...restarts, ...steps.slice(restartAt)])
      })
      await fc.assert(check, { numRuns: runs })
    }, 120_000)
  })
}

async function begin(first: RecordStore, organizationId: string, spoolId: string) {
  let store = first
  const input = { organizationId, name: spoolId, platform: undefined, now: 1 }
  const { project } = await store.projects.create(input)
  let now = 100 * HOUR
  let position = 0
  let last: readonly DigestedEvent[] = []
  const ids = new Map<string, string>()
  const model: Model = createModel()
  let undo: (() => Promise<void>) | undefined

  async function apply(events: readonly DigestedEvent[]): Promise<void> {
    const from = events[0]!.seq
    const result = await store.digest.apply({ spoolId, from, to: position, events, counts: [] })
    for (const [key, id] of result.issueIds) ids.set(key.split('/')[1]!, id)
  }

  async function takeEvents({ events, replays }: Extract<Step, { kind: 'events' }>): Promise<void> {
    const fresh = events.map(({ of: fingerprint, late, release, user }, index) =>
      anEvent({
        projectId: project.id,
        fingerprint,
        seq: position + index,
        receivedAt: now - late,
        release,
        user,
      }),
    )
    position += fresh.length
    await apply(fresh)
    // After a crash the same events come again, in batches with other borders.
    for (let replay = 0; replay < replays; replay += 1) await apply([...last, ...fresh])
    last = fresh
    model.events(fresh)
  }

  async function decide({ of: name, decision }: Extract<Step, { kind: 'decide' }>): Promise<void> {
    const id = ids.get(name)
    if (id === undefined) return
    const made = decisionOf(decision, now)
    const [before] = await store.issues.change([{ id, decision: made }], now)
    const back = model.decide(name, made, now)
    undo = async () => {
      await store.issues.change([{ id, decision: { kind: 'restore', life: before!.life } }], now)
      back(now)
    }
  }

  async function fold(kind: 'merge' | 'unmerge'): Promise<void> {
    const [a, b] = [ids.get('a'), ids.get('b')]
    if (a === undefined || b === undefined || (kind === 'merge') !== (a !== b)) return
    undo = undefined
    if (kind === 'merge') await store.merging.merge(a, [b], now)
    else await store.merging.unmerge(a, ['b'], { leaving: undefined, staying: undefined }, now)
    for (const name of ['a', 'b']) {
      const homes = await store.merging.homes(project.id, [name])
      ids.set(name, homes.get(name)!)
    }
    if (kind === 'merge') model.merge(now)
    else model.unmerge(now)
  }

  async function take(step: Exclude<Step, { kind: 'restart' }>): Promise<void> {
    now += 1
    if (step.kind === 'events') await takeEvents(step)
    else if (step.kind === 'decide') await decide(step)
    else if (step.kind === 'undo') {
      await undo?.()
      undo = undefined
    } else if (step.kind === 'clock') {
      now += step.ms
      await store.life.wake(now, 1_000)
      model.clock(now)
    } else if (step.kind === 'surge') {
      const id = ids.get(step.of)
      const hour = Math.floor(now / HOUR) * HOUR
      if (id === undefined) return
      await store.life.surge([id], hour, now)
      model.surge(step.of, hour, now)
    } else if (step.kind === 'released') {
      const release: SeenRelease = releaseNamed(step.version)
      await store.life.released(organizationId, release, ['abcdef0123'], now)
      model.released(release, now)
    } else await fold(step.kind)
  }

  async function actual() {
    const seen: Record<string, unknown> = {}
    for (const id of new Set(ids.values())) {
      const issue = (await store.issues.byId(id))!
      const history = await store.activity.ofIssue(id, 99)
      seen[issue.number] = {
        status: issue.status,
        substatus: issue.substatus,
        changedAt: issue.statusChangedAt,
        events: issue.eventCount,
        history: history.map(({ kind, at }) => `${kind}@${at}`),
      }
    }
    return seen
  }

  return {
    take,
    actual,
    expected: () => model.shown(),
    reopened: (again: RecordStore) => {
      store = again
    },
  }
}

function decisionOf(wish: Wish, now: number): Decision {
  if (wish === 'now') return { kind: 'resolve', resolution: { kind: 'now' } }
  if (wish === 'commit') return { kind: 'resolve', resolution: { kind: 'commit', commit: 'abcdef0' } }
  if (wish === 'reopen') return { kind: 'reopen' }
  if (wish === 'forever' || wish === 'escalating') return { kind: 'ignore', snooze: { kind: wish } }
  if ('next' in wish) {
    const after = wish.next === undefined ? null : releaseNamed(wish.next)
    return { kind: 'resolve', resolution: { kind: 'next_release', after } }
  }
  if ('release' in wish) {
    const release = releaseNamed(wish.release)
    return { kind: 'resolve', resolution: { kind: 'release', release, commit: null } }
  }
  if ('until' in wish) return { kind: 'ignore', snooze: { kind: 'until', at: now + wish.until } }
  const { windowMs: within } = wish
  return 'events' in wish
    ? { kind: 'ignore', snooze: { kind: 'events', count: wish.events, windowMs: within, seen: [] } }
    : { kind: 'ignore', snooze: { kind: 'users', count: wish.users, windowMs: within, seen: [] } }
}
