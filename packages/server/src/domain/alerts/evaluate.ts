import { LIMITS } from '#domain/limits.ts'
import { stepMs, windowMs, type Alert, type AlertWhen } from './alert.ts'
import type { AlertFact, AlertMemory, AlertMessage, Firing } from './fact.ts'

type Judged = Pick<Alert, 'when' | 'every' | 'mutedUntil'>

export interface Evaluation {
  readonly messages: readonly AlertMessage[]
  readonly memory: AlertMemory
}

const MINUTE_MS = 60_000

/**
 * What to send, given everything that became known from `memory.until` to `until`. The result does not depend on how
 * the period is split into calls: the job calls it every few seconds, the backtest once for 14 days.
 */
export function evaluate(
  alert: Judged,
  facts: readonly AlertFact[],
  memory: AlertMemory,
  until: number,
): Evaluation {
  const over = new Map(Object.entries(memory.over))
  const reached = new Set(memory.reached)
  const found: Firing[] = []
  for (const fact of inOrder(facts, alert.when)) {
    const firing = judge(alert.when, fact, over, reached, memory.until)
    if (firing !== undefined && firing.at >= (alert.mutedUntil ?? 0)) found.push(firing)
  }
  const told = gather(memory, found, alert.every, until)
  return {
    messages: told.messages,
    memory: {
      ...memory,
      until,
      over: Object.fromEntries(withoutPast(over, alert.when, until)),
      reached: [...reached].slice(-LIMITS.alerts.rememberedIssues),
      held: told.held,
      heldMore: told.heldMore,
      lastMessageAt: told.lastMessageAt,
    },
  }
}

function inOrder(facts: readonly AlertFact[], when: AlertWhen): readonly AlertFact[] {
  return facts.toSorted((a, b) => momentOf(a, when) - momentOf(b, when))
}

/** A window fires as soon as it reaches the threshold, which is within its last step. */
function momentOf(fact: AlertFact, when: AlertWhen): number {
  return fact.kind === 'window' ? fact.end - stepOf(when) : fact.at
}

function judge(
  when: AlertWhen,
  fact: AlertFact,
  over: Map<string, number>,
  reached: Set<string>,
  known: number,
): Firing | undefined {
  const isNews = {
    happened: () => fact.kind === 'happened' && fact.what === when.kind,
    reached: () => isFirst(reached, fact.issueId),
    window: () => fact.kind === 'window' && isBurst(when, fact, over, known),
  }[fact.kind]()
  if (!isNews) return undefined
  return {
    at: momentOf(fact, when),
    projectId: fact.projectId,
    issueId: fact.issueId,
    count: 'count' in fact ? fact.count : undefined,
    usual: 'usual' in fact ? fact.usual : undefined,
    ...('sessions' in fact && { sessions: fact.sessions }),
  }
}

function isFirst(reached: Set<string>, issueId: string | undefined): boolean {
  if (issueId === undefined || reached.has(issueId)) return false
  reached.add(issueId)
  return true
}

/**
 * One that begins: where the window before had enough too, or this one is known already, it is the same burst. So it is
 * where the window before had ended by `known`, when an alert that was just made began to look.
 */
function isBurst(when: AlertWhen, fact: WindowFact, over: Map<string, number>, known: number): boolean {
  if (!isEnough(when, fact)) return false
  const { issueId, projectId, end } = fact
  const before = over.get(issueId ?? projectId)
  over.set(issueId ?? projectId, Math.max(end, before ?? end))
  return end > known && before !== end && before !== end - stepOf(when)
}

type WindowFact = Extract<AlertFact, { readonly kind: 'window' }>

function isEnough(when: AlertWhen, { count, usual, sessions = 0 }: WindowFact): boolean {
  if (count < (leastOf(when) ?? Infinity)) return false
  if (when.kind === 'spike') return usual !== undefined && count >= usual * when.times
  if (when.kind !== 'rate' || when.per === 'minute') return true
  return sessions >= LIMITS.alerts.leastSessions && (count * 1000) / sessions >= when.above
}

/** Windows with fewer are no facts for this alert. */
export function leastOf(when: AlertWhen): number | undefined {
  if (when.kind === 'seen' || when.kind === 'spike') return when.atLeast
  if (when.kind !== 'rate') return undefined
  if (when.per === 'sessions') return 1
  return Math.max(1, Math.ceil((when.above * windowMs(when.within)) / MINUTE_MS))
}

function stepOf(when: AlertWhen): number {
  return 'within' in when && when.within !== null ? stepMs(when.within) : 0
}

function withoutPast(over: ReadonlyMap<string, number>, when: AlertWhen, until: number) {
  return [...over].filter(([, end]) => end >= until - stepOf(when))
}

/** When held firings may be sent; undefined if there are none. */
export function nextMessageAt(
  { held: [first], lastMessageAt = -Infinity }: Pick<AlertMemory, 'held' | 'lastMessageAt'>,
  every: number,
): number | undefined {
  if (first === undefined) return undefined
  return Math.max(first.at + LIMITS.alerts.gatherMs, lastMessageAt + every * MINUTE_MS)
}

/** One message at a time, with everything that was found until it may be sent. */
function gather(memory: AlertMemory, found: readonly Firing[], every: number, until: number) {
  const messages: AlertMessage[] = []
  let held = [...memory.held]
  let { heldMore, lastMessageAt } = memory
  const sendIfDue = (isDue: (moment: number) => boolean) => {
    const due = nextMessageAt({ held, lastMessageAt }, every)
    if (due === undefined || !isDue(due)) return
    messages.push({ at: due, firings: held, more: heldMore })
    held = []
    heldMore = 0
    lastMessageAt = due
  }
  for (const firing of found) {
    sendIfDue((due) => due < firing.at)
    if (held.length < LIMITS.alerts.heldFirings) held.push(firing)
    else heldMore++
  }
  sendIfDue((due) => due <= until)
  return { messages, held, heldMore, lastMessageAt }
}
