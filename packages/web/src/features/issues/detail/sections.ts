import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export type SectionId =
  | 'stack'
  | 'breadcrumbs'
  | 'tags'
  | 'user'
  | 'request'
  | 'contexts'
  | 'why'
  | 'events'
  | 'raw'

/** The place in this list is the key that leads there, whether or not an event has the others: hands remember it. */
export const SECTION_IDS: readonly SectionId[] = [
  'stack',
  'breadcrumbs',
  'tags',
  'user',
  'request',
  'contexts',
  'why',
  'events',
  'raw',
]

export const SECTION_TITLES = {
  stack: msg`Go to the stack trace`,
  breadcrumbs: msg`Go to the breadcrumbs`,
  tags: msg`Go to the tags`,
  user: msg`Go to the user`,
  request: msg`Go to the request`,
  contexts: msg`Go to the contexts`,
  why: msg`Go to grouping`,
  events: msg`Go to all events`,
  raw: msg`Go to the raw JSON`,
}

const NAMES = {
  stack: msg`Stack`,
  breadcrumbs: msg`Breadcrumbs`,
  tags: msg`Tags`,
  user: msg`User`,
  request: msg`Request`,
  contexts: msg`Contexts`,
  why: msg`Grouping`,
  events: msg`All events`,
  raw: msg`Raw JSON`,
}

export function sectionName(id: SectionId, event: EventView): string {
  if (id === 'stack' && event.exceptions.length === 0)
    return i18n._(event.kind === 'security' ? msg`Report` : msg`Message`)
  return i18n._(NAMES[id])
}

export function hasSection(id: SectionId, event: EventView): boolean {
  if (id === 'breadcrumbs') return event.breadcrumbs.length > 0
  if (id === 'user') return event.user !== null
  return id === 'request' ? event.request !== null : true
}

/** Sight and keyboard go there together. */
export function jumpTo(id: SectionId | 'feedback'): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
