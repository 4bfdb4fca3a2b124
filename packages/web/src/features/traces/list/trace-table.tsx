import type { Segment } from '@hindcast/contract/traces/traces.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { durationText } from '#product/traces/duration.ts'
import { ratingOf, type Rating } from '#product/traces/ratings.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly segments: readonly Segment[]
  readonly more: boolean
  readonly sort: 'latest' | 'slowest'
}

const HEAD = 'px-3 py-1.5 font-normal whitespace-nowrap'
const TEXT = `${HEAD} text-start`
const CELL = 'px-3 py-2 align-middle'

export function TraceTable({ segments, more, sort }: Props) {
  const { t } = useLingui()
  const longest = Math.max(1, ...segments.map(({ duration }) => duration))
  return (
    <Panel>
      <table aria-label={t`Traces`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th scope="col" className={TEXT}>{t`Page or request`}</th>
            <th scope="col" className={`${HEAD} text-end`}>{t`Duration`}</th>
            <th scope="col" className={`${HEAD} max-pane:hidden`}>
              <span className="sr-only">{t`Compared with the longest`}</span>
            </th>
            <th scope="col" className={`${TEXT} max-desk:hidden`}>{t`LCP`}</th>
            <th scope="col" className={`${TEXT} max-desk:hidden`}>{t`Release`}</th>
            <th scope="col" className={`${TEXT} max-phone:hidden`}>{t`Received`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {segments.map((segment) => (
            <TraceRow key={`${segment.traceId} ${segment.spanId}`} segment={segment} longest={longest} />
          ))}
        </tbody>
      </table>
      {more && (
        <p className="border-t border-line px-3 py-2 text-muted">
          {sort === 'latest' ? (
            <Trans>There are more: these are the latest 100.</Trans>
          ) : (
            <Trans>There are more: these are the slowest 100.</Trans>
          )}
        </p>
      )}
    </Panel>
  )
}

function TraceRow({ segment, longest }: { readonly segment: Segment; readonly longest: number }) {
  const { traceId, spanId, name, op, status, duration, vitals } = segment
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Link
          to="/traces/$trace"
          params={{ trace: traceId }}
          search={{ span: spanId }}
          className="inline-flex items-center gap-2 rounded-control font-strong break-words text-fg hover:underline"
        >
          {status === 'error' && <LevelMark level="error" word={false} />}
          <span className="line-clamp-2">{name}</span>
        </Link>
        <span className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span>{op}</span>
          {segment.environment !== null && <span>{segment.environment}</span>}
        </span>
      </th>
      <td className={`${CELL} text-end whitespace-nowrap`}>{durationText(duration, locale)}</td>
      <td className={`${CELL} w-56 max-pane:hidden`} aria-hidden="true">
        <span
          className="block h-2 min-w-0.5 rounded-mark bg-accent"
          style={{ width: `${(duration / longest) * 100}%` }}
        />
      </td>
      <td className={`${CELL} whitespace-nowrap max-desk:hidden`}>
        <Lcp value={vitals.lcp} />
      </td>
      <td className={`${CELL} text-muted max-desk:hidden`}>{segment.release ?? '–'}</td>
      <td className={`${CELL} whitespace-nowrap text-muted max-phone:hidden`}>
        <Timestamp at={segment.receivedAt} />
      </td>
    </tr>
  )
}

const MARKS: Readonly<Record<Rating, string>> = {
  good: 'text-success',
  'needs-work': 'text-warning',
  poor: 'text-error',
}

function Lcp({ value }: { readonly value: number | null }) {
  const { t } = useLingui()
  if (value === null) return <span className="text-subtle">–</span>
  const rating = ratingOf('lcp', value)
  const word = { good: t`good`, 'needs-work': t`needs work`, poor: t`poor` }[rating]
  return (
    <>
      {durationText(value, locale)} <span className={`text-meta ${MARKS[rating]}`}>{word}</span>
    </>
  )
}
