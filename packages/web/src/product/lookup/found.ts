import type { Found } from '@hindcast/contract/events/lookup.ts'

/** Where a thing that was looked up is shown. */
export function placeOf(found: Found) {
  if (found.kind === 'event')
    return {
      to: '/issues/$issue/events/$event',
      params: { issue: found.issueId, event: found.eventId },
    } as const
  if (found.kind === 'issue') return { to: '/issues/$issue', params: { issue: found.issueId } } as const
  return { to: '/projects/$project/issues', params: { project: found.project } } as const
}

export function keyOf(found: Found): string {
  if (found.kind === 'event') return `event:${found.eventId}`
  return found.kind === 'issue' ? `issue:${found.issueId}` : `project:${found.project}`
}
