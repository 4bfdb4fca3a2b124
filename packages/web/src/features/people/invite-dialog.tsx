import type { Role } from '@hindcast/contract/people/roles.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api } from '#lib/api/client.ts'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { invitationsQuery } from '#product/people/people-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { rolesBelow, useRoles, type RoleWords } from './role-words.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

type Invited = Answer<'POST /api/v1/invitations'>

/** Whom, and as what; then the link, this once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const [invited, setInvited] = useState<Invited>()
  return (
    <Dialog label={t`Invite people`} className="max-w-120" onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto p-4">
        <h2 className="text-section font-bold">
          {invited === undefined ? <Trans>Invite people</Trans> : <Trans>Invitation created</Trans>}
        </h2>
        {invited === undefined ? (
          <InviteForm onInvited={setInvited} onClose={onClose} />
        ) : (
          <InvitationLink invited={invited} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function InviteForm({
  onInvited,
  onClose,
}: {
  readonly onInvited: (invited: Invited) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const { data: session } = useQuery(sessionQuery)
  const sendsMail = useQuery(invitationsQuery).data?.sendsMail ?? false
  const roles = rolesBelow(useRoles(), session?.organizations[0]?.role ?? '')
  const [role, setRole] = useState<Role>('member')
  const [email, setEmail] = useState('')
  const { invite, busy, error } = useInvite(onInvited)
  const faults = fieldErrorsOf(error)
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void invite(role, email.trim())
      }}
    >
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Failure title={t`Couldn’t create the invitation`} error={error} />
      )}
      <RoleRadios roles={roles} chosen={role} onChoose={setRole} />
      <TextField
        label={t`Email (optional)`}
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        fault={fieldErrorAt(faults, 'email')}
        hint={
          sendsMail
            ? t`We send the invitation there, and only this address can use it. Leave it empty to get a link to share.`
            : t`No mail server is configured, so you get a link to share. With an address, only that address can use it.`
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={busy}>
          {email.trim() !== '' && sendsMail ? t`Send invitation` : t`Create link`}
        </Button>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

interface RadioProps {
  readonly roles: readonly RoleWords[]
  readonly chosen: Role
  readonly onChoose: (role: Role) => void
}

function RoleRadios({ roles, chosen, onChoose }: RadioProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-strong">
        <Trans>Role</Trans>
      </legend>
      {roles.map(({ id, name, about }) => (
        <label
          key={id}
          className="flex items-start gap-2.5 rounded-control px-2 py-1.5 hover:bg-hover has-checked:bg-selected"
        >
          <input
            type="radio"
            name="role"
            className="mt-1 accent-accent"
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span className="grid">
            <span className="font-strong">{name}</span>
            <span className="text-meta text-muted">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function useInvite(onInvited: (invited: Invited) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const invite = async (role: Role, email: string) => {
    setBusy(true)
    try {
      const body = { role, email: email === '' ? null : email }
      const invited = await api('POST /api/v1/invitations', { body })
      void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      setError(undefined)
      onInvited(invited)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { invite, busy, error }
}
