import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { submits } from '#lib/browser/form.ts'
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

/** Changing a sign-in method needs the password, not only an open page. */
export function AskPassword({ title, word, kind = 'primary', onGiven, onCancel }: Props) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const { error, ...giving } = useMutation({ mutationFn: () => onGiven(password) })
  return (
    <form className="grid max-w-96 gap-3" onSubmit={submits(giving)}>
      {error !== null && <Failure title={t`Something went wrong`} error={error} />}
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
        <Button type="submit" kind={kind} busy={giving.isPending || giving.isSuccess}>
          {word}
        </Button>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  )
}
