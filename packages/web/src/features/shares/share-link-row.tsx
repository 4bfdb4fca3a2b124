import type { ListedShare } from '@hindcast/contract/issues/shares.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/api/client.ts'
import { projectSharesQuery, sharesQuery } from '#product/alerts/alert-queries.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { LinkExpiry } from '#product/shares/link-expiry.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'

interface Props {
  readonly project: string
  readonly link: ListedShare
}

export function ShareLinkRow({ project, link }: Props) {
  const { t } = useLingui()
  const revoke = useRevoke(project, link)
  const { issue, createdBy } = link
  const { shortId } = issue
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <Link
            to="/issues/$issue"
            params={{ issue: issue.id }}
            className="min-w-0 font-strong break-words hover:text-accent hover:underline"
          >
            <span className="code pe-2 text-muted">{shortId}</span>
            {issue.title}
          </Link>
          <LinkExpiry expiresAt={link.expiresAt} />
        </span>
        <span className="flex flex-wrap gap-x-2 text-meta break-words text-subtle">
          <span>
            {createdBy === null ? (
              <Trans>
                Created <Timestamp at={link.createdAt} /> with an API token
              </Trans>
            ) : (
              <Trans>
                Created <Timestamp at={link.createdAt} /> by {createdBy}
              </Trans>
            )}
          </span>
          <span aria-hidden="true">·</span>
          <span>
            {link.lastOpenedAt === null ? (
              <Trans>Never opened</Trans>
            ) : (
              <Trans>
                Last opened <Timestamp at={link.lastOpenedAt} />
              </Trans>
            )}
          </span>
        </span>
      </div>
      <ConfirmButton
        word={t`Revoke`}
        label={t`Revoke the link to ${shortId}`}
        consequence={t`The link stops working immediately.`}
        confirm={t`Revoke now`}
        keep={t`Keep`}
        onConfirm={revoke}
      />
    </li>
  )
}

function useRevoke(project: string, { id, issue }: ListedShare) {
  const { t } = useLingui()
  return async () => {
    try {
      await api('DELETE /api/v1/issues/:issue/shares/:share', { params: { issue: issue.id, share: id } })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        projectSharesQuery(project).queryKey,
        (before) => before && { links: before.links.filter((each) => each.id !== id) },
      )
      void queryClient.invalidateQueries({ queryKey: sharesQuery(issue.id).queryKey })
      notify({ tone: 'done', text: t`Link revoked.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t revoke the link. ${why}` })
    }
  }
}
