import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '#domain/issues/lifecycle/lifecycle.ts'
import type { Project } from '#domain/projects/project.ts'
import { KNOWN_RELEASES, Model, releaseNamed } from '#stores/records/testing/issue-model.ts'
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
  | { readonly kind: 'merge' }
  | { readonly kind: 'unmerge' }
  | { readonly kind: 'restart' }

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
export function describeLifecycleModel(name: string, open: () => Promise<RecordStore>, runs: number): void {
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
      const run = await begin(store, organizationId, `lifecycle${lives}`)
      for (const one of steps) {
        if (one.kind === 'restart') {
          await store.close()
          store = await open()
          run.store = store
        } else {
          if (one.kind === 'clock') run.now += one.ms
          await take(run, one)
        }
        // Looking costs more than living; every fourth lifecycle is watched at each step.
        if (lives % 4 === 0) expect(await shown(run)).toEqual(run.model.shown())
      }
    }

    it('[IS12] agree with a plain model after any sequence of events, replays, decisions, hours, merges and restarts', async () => {
      const check = fc.asyncProperty(plan, async ([steps, restartAt]) => {
        // Opening a file is the one thing here that takes time, so a lifecycle in thirty has it.
        const restarts: Step[] = restartAt < 3 ? [{ kind: 'restart' }] : []
        await live([...steps.slice(0, restartAt), ...restarts, ...steps.slice(restartAt)])
      })
      await fc.assert(check, { numRuns: runs })
    }, 120_000)
  })
}

/** A project of its own, so that lives do not meet. */
async function begin(store: RecordStore, organizationId: string, spoolId: string): Promise<Run> {
  const input = { organizationId, name: spoolId, platform: undefined, now: 1 }
  const { project } = await store.projects.create(input)
  const start = { now: 100 * HOUR, position: 0, last: [], undo: undefined }
  return { ...start, store, organizationId, spoolId, project, ids: new Map(), model: new Model() }
}

interface Run {
  store: RecordStore
  readonly organizationId: string
  readonly spoolId: string
  readonly project: Project
  readonly ids: Map<string, string>
  readonly model: Model
  now: number
  position: number
  last: readonly DigestedEvent[]
  undo: (() => Promise<void>) | undefined
}

async function take(run: Run, step: Exclude<Step, { kind: 'restart' }>): Promise<void> {
  run.now += 1
  if (step.kind === 'events') await takeEvents(run, step)
  else if (step.kind === 'decide') await decide(run, step)
  else if (step.kind === 'undo') await takeBack(run)
  else if (step.kind === 'merge' || step.kind === 'unmerge') await fold(run, step.kind)
  else await pass(run, step)
}

async function apply(run: Run, events: readonly DigestedEvent[]): Promise<void> {
  const batch = { spoolId: run.spoolId, from: events[0]!.seq, to: run.position, events, counts: [] }
  const { issueIds } = await run.store.digest.apply(batch)
  for (const [key, id] of issueIds) run.ids.set(key.split('/')[1]!, id)
}

async function takeEvents(run: Run, { events, replays }: Extract<Step, { kind: 'events' }>): Promise<void> {
  const fresh = events.map(({ of: fingerprint, late, release, user }, index) =>
    anEvent({
      projectId: run.project.id,
      fingerprint,
      seq: run.position + index,
      receivedAt: run.now - late,
      release,
      user,
    }),
  )
  run.position += fresh.length
  await apply(run, fresh)
  // After a crash the same events come again, in batches with other borders.
  for (let replay = 0; replay < replays; replay += 1) await apply(run, [...run.last, ...fresh])
  run.last = fresh
  run.model.events(fresh)
}

async function decide(run: Run, { of: name, decision }: Extract<Step, { kind: 'decide' }>): Promise<void> {
  const id = run.ids.get(name)
  if (id === undefined) return
  const made = decisionOf(decision, run.now)
  const [before] = await run.store.issues.change([{ id, decision: made }], run.now)
  const back = run.model.decide(name, made, run.now)
  run.undo = async () => {
    const restore: Decision = { kind: 'restore', lifecycle: before!.lifecycle }
    await run.store.issues.change([{ id, decision: restore }], run.now)
    back(run.now)
  }
}

async function takeBack(run: Run): Promise<void> {
  await run.undo?.()
  run.undo = undefined
}

async function pass(
  { store, model, ...run }: Run,
  step: Extract<Step, { kind: 'clock' | 'surge' | 'released' }>,
): Promise<void> {
  const { now } = run
  if (step.kind === 'clock') {
    await store.lifecycle.wake(now, 1_000)
    model.clock(now)
  } else if (step.kind === 'released') {
    const release = releaseNamed(step.version)
    await store.lifecycle.released(run.organizationId, release, ['abcdef0123'], now)
    model.released(release, now)
  } else {
    const id = run.ids.get(step.of)
    if (id === undefined) return
    const hour = Math.floor(now / HOUR) * HOUR
    await store.lifecycle.surge([id], hour, now)
    model.surge(step.of, hour, now)
  }
}

async function fold(run: Run, kind: 'merge' | 'unmerge'): Promise<void> {
  const { store, ids, model, now } = run
  const [a, b] = [ids.get('a'), ids.get('b')]
  if (a === undefined || b === undefined || (kind === 'merge') !== (a !== b)) return
  run.undo = undefined
  if (kind === 'merge') await store.merging.merge(a, [b], now)
  else await store.merging.unmerge(a, ['b'], { leaving: undefined, staying: undefined }, now)
  const homes = await store.merging.homes(run.project.id, ['a', 'b'])
  for (const [name, id] of homes) ids.set(name, id)
  if (kind === 'merge') model.merge(now)
  else model.unmerge(now)
}

async function shown({ store, ids }: Run): Promise<Record<string, unknown>> {
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
