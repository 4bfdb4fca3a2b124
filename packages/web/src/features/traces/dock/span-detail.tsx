import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { copyText } from '#lib/browser/clipboard.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { notify } from '#lib/state/notices.ts'
import { extentOf, spanName, spanOp, spanProject, STATUS_ERROR } from '#features/traces/model/trace-model.ts'
import type { View } from '#features/traces/view.ts'
import { useVitalWords } from '#features/traces/waterfall/vital-words.ts'
import { durationText } from '#product/traces/duration.ts'
import { spanQuery } from '#product/traces/trace-queries.ts'
import { Button } from '#ui/base/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { KeyValues } from '#ui/data/key-values.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ErrorList } from './error-list.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'

/** Whoever holds an arrow key down passes over spans that nobody wants to read about. */
const SETTLED_MS = 120

interface Props {
  readonly view: View
  readonly span: number
}

export function SpanDetail({ view, span }: Props) {
  const { model } = view.facts
  const failed = model.trace.spans.status[span] === STATUS_ERROR
  return (
    <>
      <div className="grid gap-2 px-3 py-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{spanOp(model, span)}</Badge>
          {failed && (
            <Badge tone="error">
              <Trans>Failed</Trans>
            </Badge>
          )}
          <span className="text-meta text-muted">{spanProject(model, span)?.name}</span>
        </p>
        <p className="font-strong break-words">{spanName(model, span)}</p>
        <Times view={view} span={span} />
        <Actions view={view} span={span} />
      </div>
      <InPlace view={view} span={span} />
      <Attributes view={view} span={span} />
    </>
  )
}

function Times({ view, span }: Props) {
  const { t } = useLingui()
  const { facts, state } = view
  const { model, self } = facts
  const duration = model.end[span]! - model.start[span]!
  const { from, to } = extentOf(model, state.root)
  const share = to > from ? duration / (to - from) : 0
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 tabular-nums">
      <dt className="text-subtle">{t`Duration`}</dt>
      <dd>
        {durationText(duration, locale)} <span className="text-muted">({percent})</span>
      </dd>
      <dt className="text-subtle">{t`Self time`}</dt>
      <dd>{durationText(self[span]!, locale)}</dd>
      <dt className="text-subtle">{t`Starts after`}</dt>
      <dd>{durationText(model.start[span]!, locale)}</dd>
    </dl>
  )
}

function Actions({ view, span }: Props) {
  const { t } = useLingui()
  const { facts, state, setRoot } = view
  const { id } = facts.model.trace.spans
  const copy = async (text: string, words: string) => {
    const copied = await copyText(text)
    notify(
      copied
        ? { tone: 'done', text: words }
        : { tone: 'failed', text: t`Copying was blocked by the browser` },
    )
  }
  const link = `${location.origin}/traces/${facts.model.trace.traceId}?span=${id[span]}`
  const focused = state.root === span
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-keyshortcuts="f" onClick={() => setRoot(focused ? -1 : span)}>
        {focused ? <Trans>Show the whole trace</Trans> : <Trans>Focus on this span</Trans>}
      </Button>
      <Button icon="copy" onClick={() => void copy(link, t`Link copied`)}>
        <Trans>Copy link</Trans>
      </Button>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line">
      <h3 className="px-3 pt-2 text-meta font-strong text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** What happened in the span: errors, a web vital, a parent that is missing. */
function InPlace({ view, span }: Props) {
  const { t } = useLingui()
  const wordsOf = useVitalWords()
  const { errors, vitals, model } = view.facts
  const own = errors.get(span) ?? []
  const marks = vitals.get(span) ?? []
  const parent = model.orphans.get(span)
  return (
    <>
      {own.length > 0 && (
        <Part title={t`Errors in this span`}>
          <ErrorList view={view} errors={own} here />
        </Part>
      )}
      {marks.length > 0 && (
        <Part title={marks.length === 1 ? t`Web vital` : t`Web vitals`}>
          <ul className="px-3 pb-2">
            {marks.map((mark) => (
              <li key={mark.name}>{wordsOf(mark)}</li>
            ))}
          </ul>
        </Part>
      )}
      {parent !== undefined && (
        <Part title={t`Parent`}>
          <p className="px-3 pb-2 text-muted">
            <Trans>
              Its parent <span className="code">{parent}</span> is not stored, so it is shown here.
            </Trans>
          </p>
        </Part>
      )}
    </>
  )
}

function Attributes({ view, span }: Props) {
  const { t } = useLingui()
  const { model } = view.facts
  const { trace } = model
  const settled = useDebounced(span, SETTLED_MS)
  const { data, error, refetch } = useQuery(
    spanQuery(trace.traceId, trace.spans.id[settled]!, spanProject(model, settled)?.slug ?? ''),
  )
  if (settled !== span || (data === undefined && (error === null || error instanceof Unreachable)))
    return (
      <div className="grid gap-2 border-t border-line px-3 py-3" aria-busy="true">
        {[70, 85, 60].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  if (data === undefined)
    return (
      <div className="border-t border-line p-3">
        <Failure title={t`The span could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    )
  const entries = Object.entries(data.attributes).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      <Part title={t`Attributes`}>
        <div className="px-3 py-2">
          <KeyValues entries={[['span_id', trace.spans.id[span]], ...entries]} />
        </div>
        <FieldNotesList notes={data} />
      </Part>
      {data.links.length > 0 && (
        <Part title={t`Links`}>
          <ul className="grid gap-1 px-3 py-2">
            {data.links.map((link) => (
              <li key={`${link.traceId} ${link.spanId}`}>
                <Link
                  to="/traces/$trace"
                  params={{ trace: link.traceId }}
                  search={{ span: link.spanId }}
                  className="code text-accent hover:underline"
                >
                  {link.traceId.slice(0, 8)} / {link.spanId}
                </Link>
                <KeyValues entries={Object.entries(link.attributes)} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}
