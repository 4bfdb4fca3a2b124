import type { RulesMove, RulesResult } from '@hindcast/contract/issues/rules.ts'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Badge } from '#ui/data/badge.tsx'
import { Count } from '#ui/data/count.tsx'

/** What the rules would have made of the latest events, compared with the rules that are saved. */
export function TrialResult({ result }: { readonly result: RulesResult }) {
  const { events, changedEvents, changedIssues, moves } = result
  if (events === 0)
    return (
      <p className="text-muted">
        <Trans>No events yet to test the rules on.</Trans>
      </p>
    )
  return (
    <div className="grid gap-3">
      <p>
        {changedEvents === 0 ? (
          <Plural
            value={events}
            one="The latest event would be grouped as it is now."
            other="The latest # events would all be grouped as they are now."
          />
        ) : (
          <Changed events={events} changedEvents={changedEvents} changedIssues={changedIssues} />
        )}
      </p>
      <ul className="grid gap-2">
        {moves.map((move, index) => (
          <Move key={index} move={move} />
        ))}
      </ul>
    </div>
  )
}

function Changed({ events, changedEvents, changedIssues }: Omit<RulesResult, 'moves'>) {
  const { t } = useLingui()
  const some = t`${plural(changedEvents, { one: '# event', other: '# events' })}`
  const issues = t`${plural(changedIssues, { one: '# issue', other: '# issues' })}`
  return (
    <Trans>
      <strong className="font-strong">
        {some} of {issues}
      </strong>{' '}
      among the latest <Count of={events} /> would be grouped differently.
    </Trans>
  )
}

function Move({ move: { into, title, events, from } }: { readonly move: RulesMove }) {
  const joins = from.length + (into === null ? 0 : 1) > 1
  const parts = from.some((one) => one.events < one.of)
  return (
    <li className="grid gap-1 rounded-control border border-line bg-surface px-3 py-2">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {joins && (
          <Badge tone="info">
            <Trans>merges</Trans>
          </Badge>
        )}
        {parts && (
          <Badge tone="warning">
            <Trans>splits</Trans>
          </Badge>
        )}
        {!joins && !parts && (
          <Badge>
            <Trans>new issue</Trans>
          </Badge>
        )}
        <span className="min-w-0 truncate font-strong">{title}</span>
      </p>
      <Sources from={from} />
      <p className="text-meta text-subtle">
        {into === null ? (
          <Plural
            value={events}
            one="# event would have become a new issue."
            other="# events would have become one new issue."
          />
        ) : (
          <Trans>
            would have gone to{' '}
            <Link to="/issues/$issue" params={{ issue: into.id }} className="text-accent hover:underline">
              {into.shortId}
            </Link>{' '}
            {into.title}
          </Trans>
        )}
      </p>
    </li>
  )
}

function Sources({ from }: Pick<RulesMove, 'from'>) {
  return (
    <ul className="grid gap-0.5 text-meta text-muted">
      {from.map((one) => (
        <li key={one.id} className="flex min-w-0 gap-2">
          <Link
            to="/issues/$issue"
            params={{ issue: one.id }}
            className="shrink-0 text-accent hover:underline"
          >
            {one.shortId}
          </Link>
          <span className="min-w-0 truncate">{one.title}</span>
          <span className="ms-auto shrink-0">
            <Trans>
              {one.events} of {one.of}
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  )
}
