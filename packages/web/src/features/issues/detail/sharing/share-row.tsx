import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { locale } from '#lib/i18n/i18n.ts'
import { percent, queryFor, type Share } from '#product/issues/lift.ts'

interface Props {
  readonly share: Share
  readonly project: string
  /** Whether the name of the key stands in front; not where it is the heading. */
  readonly named: boolean
}

/** A value with its part of this events; the tick is its part of everything else. */
export function ShareRow({ share, project, named }: Props) {
  const { key, value, here, overall } = share
  const hereWords = percent(here, locale)
  const overallWords = overall === null ? '' : percent(overall, locale)
  return (
    <li className="grid gap-0.5 py-0.5">
      <span className="flex min-w-0 items-baseline gap-2">
        <Link
          to="/projects/$project/issues"
          params={{ project }}
          search={{ q: queryFor(share) }}
          className="min-w-0 truncate rounded-control py-0.5 hover:text-accent hover:underline"
          title={`${key}: ${value}`}
        >
          {named && <span className="text-subtle">{key} </span>}
          {value}
        </Link>
        <span className="ms-auto shrink-0 text-meta text-muted">
          {overall === null ? (
            <Trans>{hereWords} here</Trans>
          ) : (
            <Trans>
              {hereWords} here, {overallWords} overall
            </Trans>
          )}
        </span>
      </span>
      <span className="relative h-1.5 rounded-full bg-hover" aria-hidden="true">
        <span
          className="absolute inset-y-0 start-0 rounded-full bg-accent"
          style={{ width: `${here * 100}%` }}
        />
        {overall !== null && (
          <span
            className="absolute -inset-y-0.5 w-0.5 -translate-x-px bg-fg"
            style={{ insetInlineStart: `${overall * 100}%` }}
          />
        )}
      </span>
    </li>
  )
}
