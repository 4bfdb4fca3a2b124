import type { Decision } from '#domain/issues/lifecycle/lifecycle.ts'
import type { SeenRelease } from '#domain/releases/release-order.ts'
import type { DigestedEvent } from '#stores/records/records.ts'

/** Releases in an unambiguous order, by first seen. */
const IN_ORDER = ['x1', 'x2', '1.0', '1.1', '1.2']

export const KNOWN_RELEASES: readonly SeenRelease[] = IN_ORDER.map((version, index) => ({
  version,
  firstSeen: 10 * (index + 1),
}))

export function releaseNamed(version: string): SeenRelease {
  return KNOWN_RELEASES.find((release) => release.version === version)!
}

interface Line {
  /** Whose history it is in, and whose it was first. */
  home: string
  readonly origin: string
  readonly kind: string
  readonly at: number
}

interface Being {
  readonly name: string
  readonly number: number
  status: 'unresolved' | 'resolved' | 'ignored'
  substatus: string
  since: number
  rule: Decision | undefined
  /** Everything that came since. */
  log: DigestedEvent[]
}

/** Two issues, a and b, of which b may become part of a: looked at from the beginning at every step. */
export class Model {
  readonly #beings = new Map<string, Being>()
  readonly #counts = new Map<string, number>()
  readonly #lines: Line[] = []
  #merged = false

  #home(name: string): Being | undefined {
    return this.#beings.get(this.#merged ? 'a' : name)
  }

  #present(): readonly Being[] {
    return [...this.#beings.values()].filter(({ name }) => !this.#merged || name === 'a')
  }

  #tell({ name }: Being, kind: string, at: number): void {
    this.#lines.push({ home: name, origin: name, kind, at })
  }

  #open(being: Being, substatus: string, kind: string, at: number): void {
    Object.assign(being, { status: 'unresolved', substatus, since: at, rule: undefined, log: [] })
    this.#tell(being, kind, at)
  }

  #wake(being: Being, now: number): void {
    const { rule } = being
    if (rule?.kind !== 'ignore' || rule.snooze.kind !== 'until' || now < rule.snooze.at) return
    this.#open(being, 'ongoing', 'woke', rule.snooze.at)
  }

  #happen(being: Being, event: DigestedEvent): void {
    this.#wake(being, event.receivedAt)
    if (being.status === 'unresolved' || event.receivedAt < being.since) return
    being.log.push(event)
    if (being.rule?.kind === 'resolve' && contradicts(being.rule, event)) {
      this.#open(being, 'regressed', 'regressed', event.receivedAt)
    } else if (being.rule?.kind === 'ignore' && isEnough(being.rule, being.log)) {
      this.#open(being, 'ongoing', 'woke', event.receivedAt)
    }
  }

  events(batch: readonly DigestedEvent[]): void {
    for (const [name, group] of Map.groupBy(batch, ({ fingerprint }) => fingerprint)) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + group.length)
      const inOrder = group.toSorted((x, y) => x.receivedAt - y.receivedAt || x.seq - y.seq)
      const being = this.#home(name)
      if (being !== undefined) for (const event of inOrder) this.#happen(being, event)
      else this.#beings.set(name, born(name, this.#beings.size + 1, inOrder[0]!.receivedAt))
    }
  }

  /** Answers what takes it back. */
  decide(name: string, decision: Decision, now: number): (at: number) => void {
    const being = this.#home(name)!
    const before = { ...being, log: [...being.log] }
    if (!isSame(being, decision)) {
      const { status, kind } = outcome(decision)
      Object.assign(being, { status, substatus: 'ongoing', since: now, rule: decision, log: [] })
      this.#tell(being, kind, now)
    }
    return (at) => {
      const changed =
        being.since !== before.since || JSON.stringify(being.rule) !== JSON.stringify(before.rule)
      const wasOpen = being.status === 'unresolved'
      Object.assign(being, { ...before, log: [...before.log] })
      if (!changed || (wasOpen && being.status === 'unresolved')) return
      this.#tell(being, being.status === 'unresolved' ? 'reopened' : being.status, at)
    }
  }

  clock(now: number): void {
    for (const being of this.#present()) this.#wake(being, now)
  }

  surge(name: string, hour: number, now: number): void {
    const being = this.#home(name)!
    this.#wake(being, now)
    if (hour < being.since) return
    const waits = being.rule?.kind === 'ignore' && being.rule.snooze.kind === 'escalating'
    const calm = being.status === 'unresolved' && being.substatus === 'ongoing'
    if (waits || calm) this.#open(being, 'escalating', 'escalated', now)
  }

  released(release: SeenRelease, now: number): void {
    for (const being of this.#present()) {
      if (being.rule?.kind !== 'resolve' || being.rule.resolution.kind !== 'commit') continue
      const { commit } = being.rule.resolution
      being.rule = { kind: 'resolve', resolution: { kind: 'release', release, commit } }
      this.#tell(being, 'fixed_in', now)
    }
  }

  merge(now: number): void {
    this.#merged = true
    for (const line of this.#lines) if (line.home === 'b') line.home = 'a'
    this.#tell(this.#beings.get('a')!, 'merged', now)
  }

  unmerge(now: number): void {
    this.#merged = false
    // That it was parted once is part of the story of the issue it was parted from.
    for (const line of this.#lines) {
      if (line.origin === 'b' && line.kind !== 'split_off') line.home = 'b'
    }
    this.#tell(this.#beings.get('a')!, 'split_out', now)
    this.#tell(this.#beings.get('b')!, 'split_off', now)
  }

  shown(): Record<string, unknown> {
    return Object.fromEntries(this.#present().map((being) => [being.number, this.#view(being)]))
  }

  #view({ name, status, substatus, since }: Being) {
    const merged = this.#merged ? (this.#counts.get('b') ?? 0) : 0
    const own = this.#lines.filter((line) => line.home === name)
    // At the same time, later reports come first; the sort is stable.
    const history = own.toReversed().toSorted((x, y) => y.at - x.at)
    return {
      status,
      substatus,
      changedAt: since,
      events: (this.#counts.get(name) ?? 0) + merged,
      history: history.map(({ kind, at }) => `${kind}@${at}`),
    }
  }
}

function born(name: string, number: number, since: number): Being {
  return { name, number, status: 'unresolved', substatus: 'new', since, rule: undefined, log: [] }
}

function outcome(decision: Decision) {
  if (decision.kind === 'resolve') return { status: 'resolved', kind: 'resolved' }
  return decision.kind === 'ignore'
    ? { status: 'ignored', kind: 'ignored' }
    : { status: 'unresolved', kind: 'reopened' }
}

function isSame({ status, rule }: Being, decision: Decision): boolean {
  if (decision.kind === 'reopen') return status === 'unresolved'
  const plain = (one: Decision | undefined) =>
    one?.kind === 'resolve'
      ? one.resolution.kind === 'now'
      : one?.kind === 'ignore' && one.snooze.kind === 'forever'
  return rule?.kind === decision.kind && plain(rule) && plain(decision)
}

function contradicts(
  { resolution }: Extract<Decision, { kind: 'resolve' }>,
  { release }: DigestedEvent,
): boolean {
  if (release === undefined || resolution.kind === 'now') return true
  const place = (version: string) => IN_ORDER.indexOf(version)
  if (resolution.kind === 'release') return place(release) >= place(resolution.release.version)
  if (resolution.kind === 'commit') return false
  return resolution.after === null || place(release) > place(resolution.after.version)
}

function isEnough({ snooze }: Extract<Decision, { kind: 'ignore' }>, log: readonly DigestedEvent[]): boolean {
  if (snooze.kind !== 'events' && snooze.kind !== 'users') return false
  const { windowMs } = snooze
  const counted = snooze.kind === 'users' ? log.filter(({ user }) => user !== undefined) : log
  const step = ({ receivedAt }: DigestedEvent) =>
    windowMs === null ? 0 : Math.floor((receivedAt * 240) / windowMs)
  const latest = Math.max(...counted.map(step))
  const within = counted.filter((event) => step(event) > latest - 240)
  const found = snooze.kind === 'users' ? new Set(within.map(({ user }) => user)).size : within.length
  return found >= snooze.count
}
