import type { TimelineMark } from '@hindcast/contract/overview/overview.ts'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '#ui/data/timestamp.tsx'

/** More would push the rest of the page down; the releases have a screen of their own. */
const SHOWN = 5

interface Props {
  readonly marks: readonly TimelineMark[]
  readonly project: string
}

/** The lines of the chart by name, newest first. */
export function MarkList({ marks, project }: Props) {
  if (marks.length === 0)
    return (
      <p className="text-meta text-subtle">
        <Trans>No release was first seen or deployed in these 14 days.</Trans>
      </p>
    )
  const more = marks.length - SHOWN
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
      {marks
        .slice(-SHOWN)
        .toReversed()
        .map(({ version, environment, at }) => (
          <li key={`${version} ${environment ?? ''} ${at}`} className="flex min-w-0 items-center gap-1.5">
            <span aria-hidden="true" className="h-3 w-px shrink-0 bg-accent" />
            <Link
              to="/projects/$project/releases/$version"
              params={{ project, version }}
              className="min-w-0 truncate rounded-control font-strong text-fg hover:underline"
            >
              {version}
            </Link>
            <span className="shrink-0">
              {environment === null ? (
                <Trans>
                  first seen <Timestamp at={at} />
                </Trans>
              ) : (
                <Trans>
                  deployed to {environment} <Timestamp at={at} />
                </Trans>
              )}
            </span>
          </li>
        ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  )
}
