import type { TraceError } from '@hindcast/contract/traces/traces.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { findSpan } from '#features/traces/model/trace-model.ts'
import type { View } from '#features/traces/view.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'

interface Props {
  readonly view: View
  readonly errors: readonly TraceError[]
  /** Of the span on show, to which nobody needs to be led. */
  readonly here?: boolean
}

export function ErrorList({ view, errors, here = false }: Props) {
  return (
    <ul className="divide-y divide-line">
      {errors.map((error) => (
        <li key={`${error.project} ${error.eventId}`} className="grid gap-1 px-3 py-2">
          <Link
            to="/issues/$issue/events/$event"
            params={{ issue: error.issueId, event: error.eventId }}
            className="flex min-w-0 gap-2 hover:text-accent hover:underline"
          >
            <span className="flex h-4.5 items-center">
              <LevelMark level={error.level} word={false} />
            </span>
            <span className="line-clamp-3 min-w-0 break-words">{error.title}</span>
          </Link>
          <span className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
            {error.shortId !== null && <span>{error.shortId}</span>}
            <Timestamp at={error.occurredAt} />
            {!here && <ToSpan view={view} error={error} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

function ToSpan({ view, error }: { readonly view: View; readonly error: TraceError }) {
  const span = findSpan(view.facts.model, error.spanId ?? undefined)
  if (span < 0)
    return (
      <span>
        <Trans>its span is not stored</Trans>
      </span>
    )
  return (
    <Button
      kind="quiet"
      className="min-h-6"
      onClick={() => {
        view.takeFocus.current = true
        view.goTo(span)
      }}
    >
      <Trans>Show its span</Trans>
    </Button>
  )
}
