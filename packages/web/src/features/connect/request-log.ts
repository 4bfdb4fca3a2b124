import type { WireMessage } from '@hindcast/contract/intake/live.ts'

export const MOST_LINES = 200

export interface RequestLogEntry {
  readonly id: number
  readonly message: WireMessage
  /** Came while the page was open: it flashes once. */
  readonly fresh: boolean
  /** The first one seen with its reason: it unfolds by itself, the hundredth of a flood does not. */
  readonly news: boolean
}

let count = 0

/** What arrived since the last look, on top of what is there. */
export function arrived(
  lines: readonly RequestLogEntry[],
  messages: readonly WireMessage[],
): readonly RequestLogEntry[] {
  return joined(lines, messages, true)
}

/** What the server remembers, below or between what was pushed; nothing is shown twice. */
export function withHistory(
  lines: readonly RequestLogEntry[],
  history: readonly WireMessage[],
  clearedAt: string,
): readonly RequestLogEntry[] {
  const known = new Set(lines.map(({ message }) => nameOf(message)))
  const unknown = history.filter((message) => message.at > clearedAt && !known.has(nameOf(message)))
  return joined(lines, unknown, false)
}

/** `messages` in the order in which they claim to be the first with their reason. */
function joined(
  lines: readonly RequestLogEntry[],
  messages: readonly WireMessage[],
  fresh: boolean,
): readonly RequestLogEntry[] {
  const reasons = new Set(lines.map(({ message }) => message.reason))
  const added = messages.map((message): RequestLogEntry => {
    const news = isRefused(message) && !reasons.has(message.reason)
    reasons.add(message.reason)
    count += 1
    return { id: count, message, fresh, news }
  })
  return [...(fresh ? added.toReversed() : added), ...lines]
    .toSorted((a, b) => compare(b.message.at, a.message.at))
    .slice(0, MOST_LINES)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Hides requests of other projects, but shows those without a project, which often are failed first attempts. */
export function concerns(message: WireMessage, projectId: string): boolean {
  return message.projectId === null || message.projectId === projectId
}

export function isRefused(message: WireMessage): boolean {
  return message.reason !== '' || message.status >= 400
}

function nameOf({ at, method, pattern, status, keyPrefix, bytes, durationMs }: WireMessage): string {
  return JSON.stringify([at, method, pattern, status, keyPrefix, bytes, durationMs])
}

export type MendingPlace = 'keys' | 'settings' | 'intake'

/** Where a person goes to mend it. */
export function mendedIn(reason: string): MendingPlace {
  if (['unauthenticated', 'unknown_key', 'not_supported', 'unsupported_media_type'].includes(reason))
    return 'keys'
  if (['origin_not_allowed', 'over_quota', 'filtered'].includes(reason)) return 'settings'
  return 'intake'
}
