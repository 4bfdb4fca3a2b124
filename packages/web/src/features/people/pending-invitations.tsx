import type { Invitation } from '@hindcast/contract/people/invitations.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { locale } from '#lib/i18n/i18n.ts'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { invitationsQuery } from '#product/people/people-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { roleName, useRoles } from './role-words.ts'

/** Nothing where there is none: an empty box would only be in the way. */
export function PendingInvitations() {
  const { t } = useLingui()
  const invitations = useQuery(invitationsQuery).data?.invitations ?? []
  if (invitations.length === 0) return null
  return (
    <Panel title={t`Pending invitations`}>
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <Pending key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  )
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

function Pending({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useLingui()
  const { id, email, role, invitedBy } = invitation
  const end = day.format(Date.parse(invitation.expiresAt))
  const whom = email ?? t`anyone with the link`
  const revoke = async () => {
    try {
      await api('DELETE /api/v1/invitations/:invitation', { params: { invitation: id }, query: {} })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        invitationsQuery.queryKey,
        (before) => before && { ...before, invitations: before.invitations.filter((each) => each.id !== id) },
      )
      notify({ tone: 'done', text: t`Invitation revoked.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t revoke the invitation. ${why}` })
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-strong break-all">{whom}</span>
          <Badge>{roleName(useRoles(), role)}</Badge>
        </span>
        <span className="text-meta text-subtle">
          {invitedBy === null ? (
            <Trans>Until {end}</Trans>
          ) : (
            <Trans>
              Until {end}, by {invitedBy}
            </Trans>
          )}
        </span>
      </div>
      <ConfirmButton
        word={t`Revoke`}
        label={t`Revoke the invitation for ${whom}`}
        consequence={t`The link stops working immediately.`}
        confirm={t`Revoke now`}
        keep={t`Keep`}
        onConfirm={revoke}
      />
    </li>
  )
}
