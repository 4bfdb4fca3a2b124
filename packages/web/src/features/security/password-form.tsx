import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askAccount } from '#product/session/account.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { submits } from '#lib/browser/form.ts'
import { Button } from '#ui/base/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { NewPasswordField } from '#ui/forms/new-password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { openSessionsQuery } from './account-queries.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

export function PasswordForm() {
  const { t } = useLingui()
  const [form, setForm] = useState(EMPTY)
  const [keep, setKeep] = useState(false)
  const change = async () => {
    await askAccount('/change-password', { ...form, revokeOtherSessions: !keep })
    setForm(EMPTY)
    setKeep(false)
    void queryClient.invalidateQueries({ queryKey: openSessionsQuery.queryKey })
    notify({
      tone: 'done',
      text: keep
        ? t`Password changed. Your other sessions stay signed in.`
        : t`Password changed. Other devices are signed out.`,
    })
  }
  const { error, ...saving } = useMutation({ mutationFn: change })
  return (
    <form className="grid max-w-96 gap-3" onSubmit={submits(saving)}>
      {error !== null && <Failure title={t`Couldn’t change the password`} error={error} />}
      <TextField
        label={t`Current password`}
        type="password"
        autoComplete="current-password"
        required
        value={form.currentPassword}
        onChange={({ target }) => setForm({ ...form, currentPassword: target.value })}
      />
      <NewPasswordField
        label={t`New password`}
        value={form.newPassword}
        onChange={(newPassword) => setForm({ ...form, newPassword })}
      />
      <Checkbox
        label={t`Keep my other sessions signed in`}
        hint={t`Leave this off if someone else may know your old password.`}
        checked={keep}
        onChange={({ target }) => setKeep(target.checked)}
      />
      <div>
        <Button type="submit" busy={saving.isPending}>
          {t`Change password`}
        </Button>
      </div>
    </form>
  )
}
