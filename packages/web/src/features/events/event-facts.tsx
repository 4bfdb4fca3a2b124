import type { EventView } from '@hindcast/contract/event-view.ts'
import type { ReactNode } from 'react'
import { exactTime } from '../../lib/time.ts'
import { countOf } from '../../lib/words.ts'

interface Props {
  readonly event: EventView
  /** Address of the event as JSON. */
  readonly raw: string
}

export function EventFacts({ event, raw }: Props) {
  const rows: ReadonlyArray<readonly [string, ReactNode]> = [
    ['Occurred', exactTime(Date.parse(event.occurredAt))],
    ['Release', event.release],
    ['Environment', event.environment],
    ['Browser', contextName(event, 'browser')],
    ['System', contextName(event, 'os')],
    ['Device', contextName(event, 'device')],
    ['Page', event.request?.url],
    ['User', event.user?.id ?? event.user?.email ?? event.user?.username ?? event.user?.ipAddress],
    ['Trace', event.traceId === null ? null : <span className="mono">{event.traceId}</span>],
    ['SDK', event.sdk === null ? null : `${event.sdk.name} ${event.sdk.version ?? ''}`],
    ['Breadcrumbs', countOf(event.breadcrumbs.length)],
    ...event.tags.map(({ key, value }) => [key, value] as const),
  ]
  return (
    <aside className="panel facts" aria-label="Facts">
      <dl>
        {rows.map(([name, value]) =>
          value === null || value === undefined || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Changed event={event} />
      <p>
        <a href={raw}>Raw JSON</a>
      </p>
    </aside>
  )
}

/** Nobody should mistake the rest of a shortened field for the whole. */
function Changed({ event }: { readonly event: EventView }) {
  if (event.cuts.length === 0 && event.scrubbed.length === 0) return null
  return (
    <ul className="changed">
      {event.cuts.map((cut) => (
        <li key={`cut ${cut.path}`}>
          <code>{cut.path}</code> was shortened to {countOf(cut.limit)} of {countOf(cut.original)} {cut.unit}.
        </li>
      ))}
      {event.scrubbed.map((scrubbed) => (
        <li key={`scrubbed ${scrubbed.path}`}>
          <code>{scrubbed.path}</code> looked secret and was replaced ({scrubbed.rule}).
        </li>
      ))}
    </ul>
  )
}

function contextName(event: EventView, name: string): string | null {
  const context = event.contexts[name]
  if (context === undefined) return null
  const parts = [context['name'] ?? context['model'], context['version']]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ') || null
}
