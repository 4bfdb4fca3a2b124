import type {
  Resolution,
  ResolutionRequest,
  Snooze,
  SnoozeRequest,
} from '@hindcast/contract/issues/lifecycle.ts'
import { plural, t } from '@lingui/core/macro'
import type { ResolveRequest } from '#product/issues/resolve-dialog-state.ts'
import type { IssueChange } from '#product/issues/issue-edits.ts'

/** Something that can be decided, as it is offered. */
export interface Choice {
  readonly id: string
  readonly group: 'resolve' | 'ignore' | 'priority'
  readonly label: string
  readonly change: IssueChange
}

interface Given {
  readonly kind: ResolveRequest['kind']
  /** What was typed: words to look for, a number, or a commit. */
  readonly text: string
  /** Latest first. */
  readonly releases: readonly string[]
  readonly now: number
}

const HOUR = 60
const DAY = 24 * HOUR
const COMMIT = /^[0-9a-f]{7,64}$/i
/** More users than that are not counted one by one. */
const MOST_USERS = 1_000

/** What is typed narrows the choices; a number or a commit makes new ones. */
export function choicesFor({ kind, text, releases, now }: Given): readonly Choice[] {
  const typed = text.trim()
  const number = /\d+/.exec(typed)?.[0]
  const count = number === undefined || COMMIT.test(typed) ? undefined : Number(number)
  const all = [
    ...(kind === 'resolve' || kind === 'all' ? resolutions(releases, typed) : []),
    ...(kind === 'ignore' || kind === 'all' ? snoozes(count, now) : []),
    ...(kind === 'priority' || kind === 'all' ? priorities() : []),
  ]
  const words = typed.toLowerCase().split(/\s+/)
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}

function resolutions(releases: readonly string[], typed: string): readonly Choice[] {
  return [
    resolve({ kind: 'now' }, t`Resolve now`),
    resolve({ kind: 'next_release' }, t`Resolve in the next release`),
    ...(COMMIT.test(typed)
      ? [resolve({ kind: 'commit', commit: typed }, t`Resolve by commit ${typed}`)]
      : []),
    ...releases.map((release) => resolve({ kind: 'release', release }, t`Resolve in ${release}`)),
  ]
}

function resolve(wish: ResolutionRequest, label: string): Choice {
  const shown: Resolution = { release: null, commit: null, ...wish }
  const change = {
    status: 'resolved',
    how: { asked: { resolution: wish }, shown: { resolution: shown } },
  } as const
  return { id: `resolve ${label}`, group: 'resolve', label, change }
}

function snoozes(count: number | undefined, now: number): readonly Choice[] {
  if (count !== undefined) return counted(count, now)
  return [
    ignoreFor(HOUR, t`Ignore for an hour`, now),
    ignoreFor(DAY, t`Ignore for a day`, now),
    ignoreFor(7 * DAY, t`Ignore for a week`, now),
    ignore({ kind: 'escalating' }, t`Ignore until it escalates`),
    untilEvents(10),
    untilEvents(100),
    untilUsers(10),
    ignore(
      { kind: 'events', count: 100, withinMinutes: HOUR },
      t`Ignore until 100 events occur within an hour`,
    ),
    ignore({ kind: 'forever' }, t`Ignore forever`),
  ]
}

function counted(count: number, now: number): readonly Choice[] {
  if (count < 1 || count > 1_000_000) return []
  const many = plural(count, { one: '# event occurs', other: '# events occur' })
  const people = plural(count, { one: '# user is affected', other: '# users are affected' })
  const hours = plural(count, { one: '# hour', other: '# hours' })
  const days = plural(count, { one: '# day', other: '# days' })
  return [
    untilEvents(count),
    ignore({ kind: 'events', count, withinMinutes: HOUR }, t`Ignore until ${many} within an hour`),
    ignore({ kind: 'events', count, withinMinutes: DAY }, t`Ignore until ${many} within a day`),
    ...(count > MOST_USERS
      ? []
      : [
          untilUsers(count),
          ignore({ kind: 'users', count, withinMinutes: HOUR }, t`Ignore until ${people} within an hour`),
          ignore({ kind: 'users', count, withinMinutes: DAY }, t`Ignore until ${people} within a day`),
        ]),
    ...(count > 8_000 ? [] : [ignoreFor(count * HOUR, t`Ignore for ${hours}`, now)]),
    ...(count > 366 ? [] : [ignoreFor(count * DAY, t`Ignore for ${days}`, now)]),
  ]
}

function untilEvents(count: number): Choice {
  const many = plural(count, { one: '# more event occurs', other: '# more events occur' })
  return ignore({ kind: 'events', count }, t`Ignore until ${many}`)
}

function untilUsers(count: number): Choice {
  const many = plural(count, { one: '# user is affected', other: '# users are affected' })
  return ignore({ kind: 'users', count }, t`Ignore until ${many}`)
}

function ignoreFor(minutes: number, label: string, now: number): Choice {
  const until = new Date(now + minutes * 60_000).toISOString()
  return ignore({ kind: 'for', minutes }, label, { kind: 'until', until })
}

function ignore(wish: SnoozeRequest, label: string, looks: Partial<Snooze> = {}): Choice {
  const counts = wish.kind === 'events' || wish.kind === 'users'
  const shown: Snooze = {
    kind: wish.kind === 'for' ? 'until' : wish.kind,
    until: null,
    count: counts ? wish.count : null,
    counted: counts ? 0 : null,
    withinMinutes: counts ? (wish.withinMinutes ?? null) : null,
    ...looks,
  }
  const change = { status: 'ignored', how: { asked: { snooze: wish }, shown: { snooze: shown } } } as const
  return { id: `ignore ${label}`, group: 'ignore', label, change }
}

function priorities(): readonly Choice[] {
  const choice = (priority: IssueChange['priority'], label: string): Choice => ({
    id: `priority ${priority}`,
    group: 'priority',
    label,
    change: { priority: priority ?? null },
  })
  return [
    choice('high', t`High priority`),
    choice('medium', t`Medium priority`),
    choice('low', t`Low priority`),
    choice(null, t`Automatic priority`),
  ]
}

/** What was done, for the notice that can take it back. */
export function doneWords(
  issues: ResolveRequest['issues'],
  { change: { status, how, priority } }: Pick<Choice, 'change'>,
): string {
  const which =
    issues.length === 1 ? issues[0]!.shortId : plural(issues.length, { one: '# issue', other: '# issues' })
  const wish = how?.asked.resolution
  if (wish?.kind === 'next_release') return t`${which} resolved in the next release`
  if (wish?.kind === 'release') return resolvedIn(which, wish.release)
  if (wish?.kind === 'commit') return resolvedBy(which, wish.commit)
  if (status === 'resolved') return t`${which} resolved`
  if (status === 'ignored') return t`${which} ignored`
  if (priority === null) return t`Priority of ${which} is automatic again`
  return {
    high: t`Priority of ${which} set to high`,
    medium: t`Priority of ${which} set to medium`,
    low: t`Priority of ${which} set to low`,
  }[priority ?? 'medium']
}

function resolvedIn(which: string, release: string): string {
  return t`${which} resolved in ${release}`
}

function resolvedBy(which: string, commit: string): string {
  return t`${which} resolved by commit ${commit}`
}
