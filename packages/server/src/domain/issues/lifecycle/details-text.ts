import { isObject } from '#domain/json.ts'
import type { IssueLifecycle, Resolution, Snooze } from './lifecycle.ts'

type Details = Pick<IssueLifecycle, 'resolution' | 'snooze'>

/** What a column keeps of it; null where the status says everything. */
export function detailsText({ resolution, snooze }: Details): string | null {
  const told = resolution ?? snooze
  if (told === undefined || told.kind === 'now' || told.kind === 'forever') return null
  return JSON.stringify(told)
}

/** A kind that a later version wrote is read as the plain one. */
export function detailsOf(status: IssueLifecycle['status'], text: string | null): Details {
  const stored: unknown = text === null ? undefined : JSON.parse(text)
  const kind = isObject(stored) ? stored['kind'] : undefined
  if (status === 'resolved') {
    const known = kind === 'next_release' || kind === 'release' || kind === 'commit'
    return { resolution: known ? (stored as Resolution) : { kind: 'now' }, snooze: undefined }
  }
  if (status === 'ignored') {
    const known = kind === 'until' || kind === 'escalating' || kind === 'events' || kind === 'users'
    return { resolution: undefined, snooze: known ? (stored as Snooze) : { kind: 'forever' } }
  }
  return { resolution: undefined, snooze: undefined }
}
