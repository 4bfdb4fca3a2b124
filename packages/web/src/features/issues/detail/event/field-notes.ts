import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { FieldNotes } from '#product/fields/field-notes-list.tsx'

type Event = Pick<EventView, 'cuts' | 'scrubbed'>

/** Which parts of the payload a section of the page shows. */
export const FIELDS = {
  stack: ['exception', 'message', 'logentry', 'threads', 'stacktrace', 'security_report'],
  breadcrumbs: ['breadcrumbs'],
  tags: ['tags'],
  user: ['user'],
  request: ['request'],
  contexts: ['contexts', 'extra', 'modules', 'sdk'],
} as const satisfies Record<string, readonly string[]>

/** Notes on fields that were shortened or replaced on arrival. */
export function notesOn(event: Event, fields: readonly string[]): FieldNotes {
  const isOf = ({ path }: { readonly path: string }) => fields.includes(path.split('.', 1)[0] ?? '')
  return { cuts: event.cuts.filter(isOf), scrubbed: event.scrubbed.filter(isOf) }
}

/** What no other section shows. */
export function otherNotes(event: Event): FieldNotes {
  const shown: ReadonlySet<string> = new Set(Object.values(FIELDS).flat())
  const isOther = ({ path }: { readonly path: string }) => !shown.has(path.split('.', 1)[0] ?? '')
  return { cuts: event.cuts.filter(isOther), scrubbed: event.scrubbed.filter(isOther) }
}
