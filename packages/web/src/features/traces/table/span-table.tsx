import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { spanName, spanOp, spanProject } from '#features/traces/model/trace-model.ts'
import type { View } from '#features/traces/view.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { durationText } from '#product/traces/duration.ts'
import { Button } from '#ui/base/button.tsx'
import { sortSpans, type SpanSort } from './sort-spans.ts'

const PAGE = 200
const HEAD = 'px-3 py-1 font-normal whitespace-nowrap'
const CELL = 'border-t border-line px-3 py-1 align-top'
const NUMBER = `${CELL} text-end tabular-nums whitespace-nowrap`

/** The same spans without a picture: sorted by what one looks for, and read like any table. */
export function SpanTable({ view }: { readonly view: View }) {
  const { t } = useLingui()
  const { facts, layout } = view
  const [sort, setSort] = useState<SpanSort>('start')
  const [count, setCount] = useState(PAGE)
  const spans = useMemo(
    () => sortSpans(facts.model, facts.self, layout.matches ?? layout.rows.spans, sort),
    [facts, layout.matches, layout.rows.spans, sort],
  )
  const head = (by: SpanSort, name: string) => (
    <th scope="col" className={`${HEAD} text-end`} aria-sort={sort === by ? sortedBy(by) : undefined}>
      <button
        type="button"
        className="min-h-6 rounded-control hover:text-fg hover:underline"
        onClick={() => setSort(by)}
      >
        {name}
        {sort === by && <span aria-hidden="true">{by === 'start' ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  )
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-surface" role="region" aria-label={t`Spans`} tabIndex={0}>
      <table className="w-full" aria-label={t`Spans of the trace`}>
        <thead className="sticky top-0 bg-canvas text-meta text-subtle">
          <tr>
            {head('start', t`Start`)}
            {head('duration', t`Duration`)}
            {head('self', t`Self time`)}
            <th scope="col" className={`${HEAD} text-start`}>{t`Op`}</th>
            <th scope="col" className={`${HEAD} text-start`}>{t`Span`}</th>
            <th scope="col" className={`${HEAD} text-start max-pane:hidden`}>{t`Project`}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(spans.subarray(0, count), (span) => (
            <SpanLine key={span} view={view} span={span} />
          ))}
        </tbody>
      </table>
      {spans.length > count && (
        <More shown={count} all={spans.length} onMore={() => setCount(count + PAGE)} />
      )}
    </div>
  )
}

function sortedBy(by: SpanSort): 'ascending' | 'descending' {
  return by === 'start' ? 'ascending' : 'descending'
}

function SpanLine({ view, span }: { readonly view: View; readonly span: number }) {
  const { facts, state } = view
  const { model, self, failed } = facts
  const selected = state.selected === span
  return (
    <tr className={selected ? 'bg-selected' : 'hover:bg-hover'} aria-current={selected || undefined}>
      <td className={NUMBER}>{durationText(model.start[span]!, locale)}</td>
      <td className={NUMBER}>{durationText(model.end[span]! - model.start[span]!, locale)}</td>
      <td className={NUMBER}>{durationText(self[span]!, locale)}</td>
      <td className={`${CELL} whitespace-nowrap text-muted`}>{spanOp(model, span)}</td>
      <td className={`${CELL} w-full`}>
        <button
          type="button"
          className="flex items-center gap-2 text-start break-words hover:text-accent hover:underline"
          onClick={() => view.goTo(span, 'span')}
        >
          {failed[span] === 1 && <LevelMark level="error" word={false} />}
          <span className="line-clamp-2">{spanName(model, span)}</span>
        </button>
      </td>
      <td className={`${CELL} whitespace-nowrap text-muted max-pane:hidden`}>
        {spanProject(model, span)?.slug}
      </td>
    </tr>
  )
}

interface MoreProps {
  readonly shown: number
  readonly all: number
  readonly onMore: () => void
}

function More({ shown, all, onMore }: MoreProps) {
  const listed = countOf(shown, locale)
  const total = countOf(all, locale)
  return (
    <p className="flex items-center gap-3 border-t border-line px-3 py-2 text-muted">
      <Trans>
        {listed} of {total} spans
      </Trans>
      <Button onClick={onMore}>
        <Trans>Show more spans</Trans>
      </Button>
    </p>
  )
}
