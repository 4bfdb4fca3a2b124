import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { askAccount } from '../../lib/account.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSending } from '../../lib/sending.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { openSessionsQuery } from './account-queries.ts'

const SHORTEST_PASSWORD = 10
const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordForm() {
  const { t } = useLingui()
  const [form, setForm] = useState(EMPTY)
  const { busy, error, submit } = useSending()
  const change = async () => {
    await askAccount('/change-password', { ...form, revokeOtherSessions: true })
    setForm(EMPTY)
    void queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey })
    notify({ tone: 'done', text: t`The password is changed; other machines are signed out.` })
  }
  return (
    <form className="grid max-w-96 gap-3" onSubmit={submit(change)}>
      {error !== undefined && <Failure title={t`The password was not changed`} error={error} />}
      <TextField
        label={t`Password until now`}
        type="password"
        autoComplete="current-password"
        required
        value={form.currentPassword}
        onChange={({ target }) => setForm({ ...form, currentPassword: target.value })}
      />
      <TextField
        label={t`New password`}
        type="password"
        autoComplete="new-password"
        required
        minLength={SHORTEST_PASSWORD}
        maxLength={128}
        hint={t`${SHORTEST_PASSWORD} characters or more. Pasting and password managers work.`}
        value={form.newPassword}
        onChange={({ target }) => setForm({ ...form, newPassword: target.value })}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t`Change the password`}
        </Button>
      </div>
    </form>
  )
}
