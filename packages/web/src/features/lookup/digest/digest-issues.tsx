import type { DigestIssue } from '@hindcast/contract/events/digests.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Panel } from '#ui/layout/panel.tsx'

/** The issues that the events with the digest belong to. */
export function DigestIssues({ issues }: { readonly issues: readonly DigestIssue[] }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Issues</Trans>}>
      <ul aria-label={t`Issues`} className="divide-y divide-line">
        {issues.map(({ issueId, shortId, project, title, events, firstSeen, lastSeen }) => (
          <li key={issueId}>
            <Link
              to="/issues/$issue"
              params={{ issue: issueId }}
              className="grid gap-0.5 px-3 py-2 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0 truncate font-strong">{title}</span>
              <span className="flex flex-wrap gap-x-2 text-meta text-subtle">
                <span className="code">{shortId}</span>
                <span aria-hidden="true">·</span>
                <span>{project}</span>
                <span aria-hidden="true">·</span>
                <span>
                  <Plural value={events} one="# of these occurrences" other="# of these occurrences" />
                </span>
                <span aria-hidden="true">·</span>
                <span>
                  <Trans>
                    first <Timestamp at={firstSeen} />, last <Timestamp at={lastSeen} />
                  </Trans>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
