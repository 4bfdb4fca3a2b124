import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Facet } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { percent, standouts } from '#product/issues/lift.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { topFrames } from './peek-frames.ts'

const FRAMES = 6
const LIFTS = 3

interface EventProps {
  readonly event: EventView | undefined
  /** Every event of the issue has expired. */
  readonly missing: boolean
}

export function PeekEvent({ event, missing }: EventProps) {
  if (missing)
    return (
      <p className="text-subtle">
        <Trans>All events of this issue have expired.</Trans>
      </p>
    )
  if (event === undefined) return <Skeleton height={96} />
  const frames = topFrames(event, FRAMES)
  return (
    <section className="grid gap-1.5">
      <h3 className="font-strong">
        <Trans>Latest stack trace</Trans>
      </h3>
      {frames.length === 0 ? (
        <p className="text-subtle">
          <Trans>This event has no stack trace.</Trans>
        </p>
      ) : (
        <ol className="grid overflow-hidden rounded-panel border border-line">
          {frames.map(({ name, where, line }, index) => (
            <li key={index} className="grid gap-0.5 border-b border-line px-3 py-1.5 last:border-b-0">
              <span className="code flex min-w-0 flex-wrap gap-x-2">
                <span className="font-strong">{name === '' ? '?' : name}</span>
                <span className="min-w-0 text-subtle">{where}</span>
              </span>
              {line !== undefined && (
                <code className={`code truncate rounded-mark px-1.5 ${index === 0 ? 'bg-hit' : 'bg-code'}`}>
                  {line}
                </code>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Differences from the rest of the project: the bar is this issue, the line all other events. */
export function PeekLifts({ facets }: { readonly facets: readonly Facet[] }) {
  const { t } = useLingui()
  const lifts = standouts(facets, LIFTS)
  if (lifts.length === 0) return null
  return (
    <section className="grid gap-1.5">
      <h3 className="font-strong">
        <Trans>Differences</Trans>
      </h3>
      <ul className="grid gap-1.5">
        {lifts.map(({ key, value, here, overall }) => (
          <li key={`${key}:${value}`} className="grid gap-0.5">
            <span className="flex min-w-0 gap-2">
              <span className="shrink-0 text-subtle">{key}</span>
              <span className="min-w-0 truncate">{value}</span>
              <span className="ms-auto shrink-0 text-meta text-subtle">
                {t`${percent(here, locale)} in this issue, ${percent(overall ?? 0, locale)} elsewhere`}
              </span>
            </span>
            <span className="relative block h-1.5 rounded-full bg-line" aria-hidden="true">
              <span
                className="absolute inset-y-0 start-0 rounded-full bg-accent"
                style={{ width: `${here * 100}%` }}
              />
              <span
                className="absolute -inset-y-0.5 w-0.5 bg-fg"
                style={{ insetInlineStart: `${(overall ?? 0) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
