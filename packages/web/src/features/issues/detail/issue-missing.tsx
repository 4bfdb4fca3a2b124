import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'

export function IssueMissing() {
  const { t } = useLingui()
  return (
    <>
      <PageBar title={t`Issue`} />
      <EmptyState
        title={t`This issue does not exist, or all its events have expired`}
        actions={
          <>
            <Link to="/" className={buttonClass('primary')}>
              <Trans>Go to issues</Trans>
            </Link>
            <Link to="/find" className={buttonClass()}>
              <Trans>Look up</Trans>
            </Link>
          </>
        }
      >
        <p>
          <Trans>
            The link may be wrong, or you don’t have access. You can look up an event ID, short ID or digest.
          </Trans>
        </p>
      </EmptyState>
    </>
  )
}

interface Props {
  readonly issue: IssueDetail
  readonly onLatest: () => void
}

export function EventMissing({ issue, onLatest }: Props) {
  const { t } = useLingui()
  if (issue.latestEventId === null) {
    return (
      <EmptyState title={t`All events of this issue have expired`}>
        <p>
          <Trans>Its counts are kept. The next event will be shown here.</Trans>
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t`This event does not exist, or it has expired`}
      actions={<Button kind="primary" onClick={onLatest}>{t`Show latest event`}</Button>}
    >
      <p>
        <Trans>New events may take a second to appear.</Trans>
      </p>
    </EmptyState>
  )
}
