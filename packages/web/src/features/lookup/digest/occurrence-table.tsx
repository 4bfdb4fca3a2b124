import type { DigestIssue, Occurrence } from '@hindcast/contract/events/digests.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ageOf, exactTime } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'

interface Props {
  readonly occurrences: readonly Occurrence[]
  readonly issues: readonly DigestIssue[]
  readonly more: boolean
  /** Whether the most recent or those nearest to a time were read. */
  readonly near: boolean
}

const HEAD = 'px-3 py-1.5 text-start font-normal whitespace-nowrap'
const CELL = 'px-3 py-2 align-top'

export function OccurrenceTable({ occurrences, issues, more, near }: Props) {
  const { t } = useLingui()
  // With one issue its name in every row says nothing.
  const shortIds = new Map(issues.length < 2 ? [] : issues.map(({ issueId, shortId }) => [issueId, shortId]))
  return (
    <Panel title={<Trans>Occurrences</Trans>}>
      <table aria-label={t`Occurrences`} className="w-full border-collapse">
        <thead className="border-b border-line bg-canvas text-meta text-subtle">
          <tr>
            <th scope="col" className={HEAD}>{t`Time`}</th>
            <th scope="col" className={HEAD}>{t`Route or URL`}</th>
            <th scope="col" className={`${HEAD} max-phone:hidden`}>{t`User`}</th>
            <th scope="col" className={`${HEAD} max-desk:hidden`}>{t`Release`}</th>
            <th scope="col" className={`${HEAD} max-pane:hidden`}>{t`Sent by`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {occurrences.map((occurrence) => (
            <OccurrenceRow
              key={`${occurrence.project} ${occurrence.eventId}`}
              occurrence={occurrence}
              shortId={shortIds.get(occurrence.issueId)}
            />
          ))}
        </tbody>
      </table>
      {more && (
        <p className="border-t border-line px-3 py-2 text-muted">
          {near ? (
            <Trans>There are more: these are the 200 nearest to this time.</Trans>
          ) : (
            <Trans>There are more: these are the latest 200. Enter a time to see others.</Trans>
          )}
        </p>
      )}
    </Panel>
  )
}

interface RowProps {
  readonly occurrence: Occurrence
  readonly shortId: string | undefined
}

function OccurrenceRow({ occurrence, shortId }: RowProps) {
  const { eventId, issueId, occurredAt, route, url, user, release, environment } = occurrence
  return (
    <tr className="hover:bg-hover">
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Link
          to="/issues/$issue/events/$event"
          params={{ issue: issueId, event: eventId }}
          className="font-strong hover:text-accent hover:underline"
        >
          {exactTime(Date.parse(occurredAt), locale)}
        </Link>
        <span className="flex flex-wrap gap-x-2 text-meta text-subtle">
          <Timestamp at={occurredAt} />
          {shortId !== undefined && <span className="code">{shortId}</span>}
        </span>
        {shortId !== undefined && <span className="block text-muted">{occurrence.title}</span>}
        <Likeness match={occurrence.match} />
      </th>
      <td className={CELL}>
        <span className="break-all">{route ?? url ?? '–'}</span>
        {route !== null && url !== null && (
          <span className="block text-meta break-all text-subtle">{url}</span>
        )}
        <span className="block text-meta break-all text-subtle phone:hidden">{user}</span>
      </td>
      <td className={`${CELL} break-all max-phone:hidden`}>{user ?? '–'}</td>
      <td className={`${CELL} max-desk:hidden`}>
        <span className="break-all">{release ?? '–'}</span>
        <span className="block text-meta text-subtle">{environment}</span>
      </td>
      <td className={`${CELL} max-pane:hidden`}>
        <Sender occurrence={occurrence} />
      </td>
    </tr>
  )
}

/** A server may know the browser of the request that failed. */
function Sender({ occurrence: { side, browserSides, browser } }: { readonly occurrence: Occurrence }) {
  return (
    <>
      {side === 'browser' ? (
        <Trans>Browser</Trans>
      ) : browserSides.length > 0 ? (
        <Trans>Server and browser</Trans>
      ) : (
        <Trans>Server</Trans>
      )}
      {browser !== null && <span className="block text-meta text-subtle">{browser}</span>}
    </>
  )
}

const MINUTE_MS = 60_000

/** Why the row is where it is. */
function Likeness({ match: { user, place, awayMs } }: { readonly match: Occurrence['match'] }) {
  if (!user && place === null && awayMs === null) return null
  const away = awayMs === null ? undefined : Math.abs(awayMs)
  const span = away === undefined ? '' : ageOf(0, away, locale)
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {user && (
        <Badge tone="success">
          <Trans>Same user</Trans>
        </Badge>
      )}
      {place !== null && (
        <Badge tone="info">{place === 'path' ? <Trans>Same path</Trans> : <Trans>Same route</Trans>}</Badge>
      )}
      {away !== undefined && (
        <Badge>
          {away < MINUTE_MS ? <Trans>Less than a minute away</Trans> : <Trans>{span} away</Trans>}
        </Badge>
      )}
    </span>
  )
}
