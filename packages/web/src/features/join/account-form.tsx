import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '#product/session/auth.ts'
import { api, ApiError } from '#lib/api/client.ts'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { submits } from '#lib/browser/form.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { NewPasswordField } from '#ui/forms/new-password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { enter } from './join-as.tsx'

interface Props {
  readonly secret: string
  /** Whom it was sent to: then no other address will do. */
  readonly email: string | null
}

export function AccountForm({ secret, email: invited }: Props) {
  const { t } = useLingui()
  const [form, setForm] = useState({ name: '', email: invited ?? '', password: '' })
  const joining = useMutation({ mutationFn: () => join(secret, form) })
  const { error } = joining
  const busy = joining.isPending || joining.isSuccess
  const faults = fieldErrorsOf(error)
  const isTaken = error instanceof ApiError && error.code === 'conflict'
  return (
    <form className="grid gap-4" onSubmit={submits(joining)}>
      {error !== null && Object.keys(faults).length === 0 && (
        <Failure title={t`Couldn’t create the account`} error={error} />
      )}
      {isTaken && <HasAccount secret={secret} />}
      <TextField
        label={t`Name`}
        autoComplete="name"
        autoFocus
        maxLength={100}
        value={form.name}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        required
        readOnly={invited !== null}
        value={form.email}
        fault={fieldErrorAt(faults, 'account.email')}
        onChange={({ target }) => setForm({ ...form, email: target.value })}
      />
      <NewPasswordField
        label={t`Password`}
        value={form.password}
        fault={fieldErrorAt(faults, 'account.password')}
        onChange={(password) => setForm({ ...form, password })}
      />
      <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
        {busy ? t`Joining…` : t`Create account and join`}
      </Button>
      {!isTaken && <HasAccount secret={secret} />}
    </form>
  )
}

/** The secret stays behind the #: what stands before it is sent, and written into logs, with the next load. */
function HasAccount({ secret }: { readonly secret: string }) {
  return (
    <p className="text-meta text-muted">
      <Trans>
        Already have an account?{' '}
        <Link to="/sign-in" search={{ next: '/join' }} hash={secret} className="text-accent underline">
          Sign in
        </Link>{' '}
        to accept the invitation.
      </Trans>
    </p>
  )
}

async function join(secret: string, account: { name: string; email: string; password: string }) {
  await api('POST /api/v1/join/accept', { body: { secret, account } })
  // The invitation is spent: whatever goes wrong from here on, the account is there to sign in with.
  await signIn(account.email, account.password).catch(() => undefined)
  enter()
}
