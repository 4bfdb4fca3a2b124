import type { EventSummary } from '@hindcast/contract/events/events.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { toggleValue } from '#product/search/query-text.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { columnValue } from './event-columns.ts'
import { useColumnName } from './column-names.ts'

interface Props {
  readonly events: readonly EventSummary[]
  readonly columns: readonly string[]
  readonly query: string
  /** Every row is of the same issue: its title would say nothing. */
  readonly ofOneIssue: boolean
  readonly onQuery: (query: string) => void
}

const CELL = 'border-t border-line px-3 py-1 align-top leading-6'

export function EventTable({ events, columns, query, ofOneIssue, onQuery }: Props) {
  const { t } = useLingui()
  const nameOf = useColumnName()
  return (
    <div className="min-w-0 overflow-x-auto" role="region" aria-label={t`Events`} tabIndex={0}>
      <table className="w-full text-start">
        <thead className="text-meta text-subtle">
          <tr>
            <th scope="col" className="px-3 py-1 text-start font-normal">
              <Trans>Time</Trans>
            </th>
            <th scope="col" className="px-3 py-1 text-start font-normal">
              {ofOneIssue ? <Trans>Message</Trans> : <Trans>Issue</Trans>}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-1 text-start font-normal whitespace-nowrap">
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.eventId} className="hover:bg-hover">
              <td className={`${CELL} whitespace-nowrap text-muted`}>
                <Timestamp at={event.receivedAt} />
              </td>
              <td className={`${CELL} min-w-56`}>
                <Link
                  to="/issues/$issue/events/$event"
                  params={{ issue: event.issueId, event: event.eventId }}
                  className="flex min-w-0 gap-2 hover:text-accent hover:underline"
                >
                  <span className="flex h-6">
                    <LevelMark level={event.level} word={false} />
                  </span>
                  <span className="line-clamp-2 min-w-0 break-words">{event.title}</span>
                </Link>
              </td>
              {columns.map((column) => (
                <td key={column} className={CELL}>
                  <Value
                    value={columnValue(event, column)}
                    onTake={(value, wanted) => onQuery(toggleValue(query, column, value, wanted))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ValueProps {
  readonly value: string | undefined
  readonly onTake: (value: string, wanted: 'included' | 'excluded') => void
}

/** A click asks for more like it, a click with Alt for everything else. */
function Value({ value, onTake }: ValueProps) {
  const { t } = useLingui()
  if (value === undefined || value === '') return <span className="text-subtle">–</span>
  return (
    <button
      type="button"
      title={t`Show only ${value}. Hold Alt to exclude it.`}
      className="block min-h-6 max-w-56 truncate rounded-control text-start hover:text-accent hover:underline"
      onClick={({ altKey }) => onTake(value, altKey ? 'excluded' : 'included')}
    >
      {value}
    </button>
  )
}
