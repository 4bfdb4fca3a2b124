import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSending } from '#lib/state/sending.ts'
import { Button, type ButtonKind } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface Props {
  readonly title: string
  readonly word: string
  readonly kind?: ButtonKind
  readonly onGiven: (password: string) => Promise<void>
  readonly onCancel: () => void
}

/** An open page is not enough to change how somebody signs in. */
export function AskPassword({ title, word, kind = 'primary', onGiven, onCancel }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const { busy, error, submit } = useSending({ leaves: true })
  return (
    <form className="grid max-w-96 gap-3" onSubmit={submit(() => onGiven(password))}>
      {error !== undefined && <Failure title={t`That did not work`} error={error} />}
      <TextField
        label={title}
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind={kind} busy={busy}>
          {word}
        </Button>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
