import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCommands } from '#lib/commands/commands.ts'
import { traceKnownQuery } from '#product/traces/trace-queries.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { Icon } from '#ui/base/icon.tsx'

/** Leads to the span in which the event happened. Nothing where no span of its trace is stored. */
export function EventTrace({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const trace = /^[0-9a-f]{32}$/.exec(event.traceId ?? '')?.[0]
  const { data: stored = 0 } = useQuery({ ...traceKnownQuery(trace ?? ''), enabled: trace !== undefined })
  const target = {
    to: '/traces/$trace',
    params: { trace: trace ?? '' },
    search: spanOf(event),
  } as const
  useCommands([
    {
      id: 'open-trace',
      title: msg`Open the trace of this event`,
      group: 'event',
      keys: ['t'],
      words: 'trace spans waterfall',
      enabled: () => stored > 0,
      run: () => void navigate(target),
    },
  ])
  if (stored === 0) return null
  return (
    <Link
      {...target}
      className={buttonClass('quiet', 'min-h-6 px-1.5')}
      title={t`Open the trace of this event (t)`}
      aria-keyshortcuts="t"
    >
      <Icon name="trace" size={14} />
      <Trans>Trace</Trans>
    </Link>
  )
}

function spanOf({ contexts }: EventView): { readonly span?: string } {
  const span = contexts['trace']?.['span_id']
  return typeof span === 'string' && /^[0-9a-f]{16}$/.test(span) ? { span } : {}
}
