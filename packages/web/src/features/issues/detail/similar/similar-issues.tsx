import type { IssueDetail, SimilarIssue } from '@hindcast/contract/issues/issues.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mergeDialog } from '#product/issues/merge-dialog-state.ts'
import { similarIssuesQuery } from '#product/issues/issue-queries.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { Button } from '#ui/base/button.tsx'

/** Nothing where nothing is similar: most issues are alone. */
export function SimilarIssues({ issue }: { readonly issue: IssueDetail }) {
  const { data: similar = [] } = useQuery(similarIssuesQuery(issue.id))
  if (similar.length === 0) return null
  return (
    <section className="grid min-w-0 gap-1.5">
      <h2 className="text-form font-bold">
        <Trans>Similar issues</Trans>
      </h2>
      <ul className="grid gap-2">
        {similar.map((other) => (
          <SimilarRow key={other.id} issue={issue} other={other} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly issue: IssueDetail
  readonly other: SimilarIssue
}

function SimilarRow({ issue, other }: RowProps) {
  const { t } = useLingui()
  const { events, shortId } = other
  return (
    <li className="grid min-w-0 gap-0.5">
      <Link
        to="/issues/$issue"
        params={{ issue: other.id }}
        className="truncate rounded-control hover:text-accent hover:underline"
        title={other.title}
      >
        {other.title}
      </Link>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-meta text-muted">
        <span className="code">{shortId}</span>
        <span>{t`${plural(events, { one: '# event', other: '# events' })}`}</span>
        {other.likeness.map((shared) => (
          <Reason key={shared.reason} shared={shared} />
        ))}
        {hasPermission('event:write') && (
          <Button
            kind="quiet"
            className="min-h-6 px-1.5 text-meta"
            aria-label={t`Merge with ${shortId}`}
            onClick={() => mergeDialog.setState(() => ({ issues: [issue, other] }))}
          >
            <Trans>Merge…</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}

function Reason({ shared: { reason, detail } }: { readonly shared: SimilarIssue['likeness'][number] }) {
  const { t } = useLingui()
  const words = {
    function: t`same function`,
    frames: t`${detail} frames`,
    message: t`same message`,
    place: t`same place`,
  }[reason]
  return (
    <span className="rounded-control bg-hover px-1" title={detail}>
      {words}
    </span>
  )
}
