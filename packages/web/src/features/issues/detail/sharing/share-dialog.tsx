import type { ShareLink } from '@hindcast/contract/issues/shares.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, Unreachable } from '#lib/api/client.ts'
import { sharesQuery } from '#product/alerts/alert-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button, IconButton } from '#ui/base/button.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LinkExpiry } from '#product/shares/link-expiry.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

const EXPIRES_IN_DAYS = { '1': 1, '7': 7, '30': 30, never: null } as const
type ExpiresInDays = (typeof EXPIRES_IN_DAYS)[keyof typeof EXPIRES_IN_DAYS]

interface Props {
  readonly issueId: string
  readonly onClose: () => void
}

export function ShareDialog({ issueId, onClose }: Props) {
  const { t } = useLingui()
  const { data: links, error, refetch } = useQuery(sharesQuery(issueId))
  const { create, busy, failure, url } = useCreate(issueId)
  const [days, setDays] = useState<keyof typeof EXPIRES_IN_DAYS>('30')
  return (
    <Dialog label={t`Share this issue`} onClose={onClose} className="max-w-140">
      <div className="grid gap-4 overflow-y-auto p-4">
        <header className="flex items-center gap-2">
          <h2 className="flex-1 text-section font-bold">
            <Trans>Share this issue</Trans>
          </h2>
          <IconButton icon="close" label={t`Close`} onClick={onClose} />
        </header>
        <p className="text-muted">
          <Trans>
            Anyone with the link can see the title, counts and stack trace without an account. Users,
            requests, breadcrumbs, tags and variables are never shown.
          </Trans>
        </p>
        {url === undefined ? (
          <div className="grid justify-items-start gap-3">
            <RadioGroup
              legend={t`Expires after`}
              choices={[
                { id: '1', name: t`1 day` },
                { id: '7', name: t`7 days` },
                { id: '30', name: t`30 days` },
                { id: 'never', name: t`never` },
              ]}
              chosen={days}
              onChoose={setDays}
            />
            <Button kind="primary" busy={busy} onClick={() => void create(EXPIRES_IN_DAYS[days])}>
              <Trans>Create link</Trans>
            </Button>
          </div>
        ) : (
          <div role="status" className="grid gap-1">
            <CopyField value={url} label={t`public link`} />
            <p className="text-meta text-subtle">
              <Trans>Only shown once.</Trans>
            </p>
          </div>
        )}
        {failure !== undefined && <Failure title={t`Couldn’t create the link`} error={failure} />}
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the links`} error={error} onRetry={() => void refetch()} />
        )}
        {links === undefined && error === null && <Skeleton height={28} />}
        {links !== undefined && links.length > 0 && <Links issueId={issueId} links={links} />}
      </div>
    </Dialog>
  )
}

function useCreate(issueId: string) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [url, setUrl] = useState<string>()
  const create = async (expiresInDays: ExpiresInDays) => {
    setBusy(true)
    try {
      const { link, url: made } = await api('POST /api/v1/issues/:issue/shares', {
        params: { issue: issueId },
        body: { expiresInDays },
      })
      setUrl(made)
      setFailure(undefined)
      queryClient.setQueryData(
        sharesQuery(issueId).queryKey,
        (before) => before && { links: [link, ...before.links] },
      )
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { create, busy, failure, url }
}

function Links({ issueId, links }: { readonly issueId: string; readonly links: readonly ShareLink[] }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Active links`} className="divide-y divide-line rounded-panel border border-line">
      {links.map((link) => (
        <LinkRow key={link.id} issueId={issueId} link={link} />
      ))}
    </ul>
  )
}

function LinkRow({ issueId, link }: { readonly issueId: string; readonly link: ShareLink }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { t } = useLingui()
  const revoke = async () => {
    setBusy(true)
    try {
      await api('DELETE /api/v1/issues/:issue/shares/:share', { params: { issue: issueId, share: link.id } })
      queryClient.setQueryData(
        sharesQuery(issueId).queryKey,
        (before) => before && { links: before.links.filter(({ id }) => id !== link.id) },
      )
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-meta break-words text-muted">
          <Trans>
            Created <Timestamp at={link.createdAt} />
          </Trans>
          {link.createdBy !== null && ` · ${link.createdBy}`}
        </span>
        <LinkExpiry expiresAt={link.expiresAt} />
        <Button kind="danger" busy={busy} onClick={() => void revoke()}>
          <Trans>Revoke</Trans>
        </Button>
      </div>
      {failure !== undefined && <Failure title={t`Couldn’t revoke the link`} error={failure} />}
    </li>
  )
}
