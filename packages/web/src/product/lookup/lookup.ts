import type { Found } from '@hindcast/contract/events/lookup.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import { FRESH_MS } from '#lib/api/query-client.ts'

export const lookupQuery = (text: string) =>
  queryOptions({
    queryKey: ['look-up', text],
    queryFn: ({ signal }) => api('GET /api/v1/lookup', { query: { text }, signal }),
    // What is not there yet may be there the next time it is pasted.
    staleTime: ({ state }) => (state.data?.found.length === 0 ? 0 : FRESH_MS),
  })

/** Where a thing that was looked up is shown. */
export function placeOf(found: Found) {
  if (found.kind === 'event')
    return {
      to: '/issues/$issue/events/$event',
      params: { issue: found.issueId, event: found.eventId },
    } as const
  if (found.kind === 'trace') return { to: '/traces/$trace', params: { trace: found.traceId } } as const
  if (found.kind === 'digest') return { to: '/digest/$digest', params: { digest: found.digest } } as const
  if (found.kind === 'issue') return { to: '/issues/$issue', params: { issue: found.issueId } } as const
  return { to: '/projects/$project/issues', params: { project: found.project } } as const
}

export function keyOf(found: Found): string {
  if (found.kind === 'event') return `event:${found.eventId}`
  if (found.kind === 'trace') return `trace:${found.traceId}`
  if (found.kind === 'digest') return `digest:${found.digest}`
  return found.kind === 'issue' ? `issue:${found.issueId}` : `project:${found.project}`
}

/**
 * Whether asking the server what a text stands for can have an answer: ids, digests, short ids, keys and addresses all
 * hold a digit, an address or a hyphenated name. Words that search for a command are not sent anywhere.
 */
export function isLookupCandidate(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length <= MOST && (/\d/.test(trimmed) || /:\/\//.test(trimmed) || SHORT_ID.test(trimmed))
}

/** As much as the server reads. */
const MOST = 2000
const SHORT_ID = /^[a-z][a-z0-9-]*-[a-z]{1,8}$/i

/** A pasted text on one line, as a one-line field would take it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST)
}
