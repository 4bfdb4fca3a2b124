import type { RouteExample } from '@hindcast/contract/routes/route-stats.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly title: string
  readonly examples: readonly RouteExample[]
  readonly project: string
}

/** Visits to open as a trace. */
export function ExampleList({ title, examples }: Props) {
  return (
    <Panel title={title}>
      {examples.length === 0 ? (
        <p className="px-3 py-3 text-muted">
          <Trans>None in this period.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {examples.map(({ traceId, spanId, name, op, status, startedAt, duration }) => (
            <li key={traceId + spanId} className="flex items-baseline gap-3 px-3 py-2">
              <Link
                to="/traces/$trace"
                params={{ trace: traceId }}
                search={{ span: spanId }}
                className="min-w-0 flex-1 truncate rounded-control text-fg hover:underline"
              >
                <span className="text-muted">{op}</span> {name}
              </Link>
              {status === 'error' && (
                <Badge tone="error">
                  <Trans>failed</Trans>
                </Badge>
              )}
              <span className="tabular-nums">{durationText(duration, locale)}</span>
              <span className="text-meta text-muted">
                <Timestamp at={startedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
