import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountError, verifyCode, verifyRecoveryCode } from '#product/session/account.ts'
import { Unreachable } from '#lib/api/client.ts'
import { submits } from '#lib/browser/form.ts'
import { Button } from '#ui/base/button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface Props {
  readonly onDone: () => void
  /** Back to e-mail and password. */
  readonly onRestart: () => void
}

/** The password was correct; the code is still required. */
export function SecondStep({ onDone, onRestart }: Props) {
  const { t } = useLingui()
  const [lost, setLost] = useState(false)
  const [code, setCode] = useState('')
  const words = useWords()
  const verify = async () => {
    await (lost ? verifyRecoveryCode(code.trim()) : verifyCode(code))
    onDone()
  }
  const signIn = useMutation({ mutationFn: verify, onError: () => setCode('') })
  const { error } = signIn
  // The page is left next: until then nothing can be sent again.
  const busy = signIn.isPending || signIn.isSuccess
  return (
    <LonePage title={t`Two-factor authentication`}>
      {error !== null && <Notice tone="error" title={words(error, lost)} />}
      <form className="grid gap-4" onSubmit={submits(signIn)}>
        <Field lost={lost} code={code} onCode={setCode} />
        <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
          {busy ? t`Signing in…` : t`Sign in`}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="quiet"
          onClick={() => {
            setLost(!lost)
            setCode('')
            signIn.reset()
          }}
        >
          {lost ? <Trans>Use authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
        <Button kind="quiet" onClick={onRestart}>
          <Trans>Start over</Trans>
        </Button>
      </div>
    </LonePage>
  )
}

interface FieldProps {
  readonly lost: boolean
  readonly code: string
  readonly onCode: (code: string) => void
}

function Field({ lost, code, onCode }: FieldProps) {
  const { t } = useLingui()
  if (!lost) return <CodeField label={t`Authentication code`} value={code} onChange={onCode} autoFocus />
  return (
    <TextField
      label={t`Recovery code`}
      hint={t`One of the codes you saved when you turned this on. Each works once.`}
      required
      autoFocus
      autoComplete="off"
      className="code"
      value={code}
      onChange={({ target }) => onCode(target.value)}
    />
  )
}

function useWords() {
  const { t } = useLingui()
  return (error: unknown, lost: boolean): string => {
    if (error instanceof Unreachable) return t`Can’t reach the server. Try again in a moment.`
    if (!(error instanceof AccountError)) return t`Sign-in failed. Reload the page and try again.`
    if (error.status === 429) return t`Too many attempts. Wait a moment and try again.`
    if (error.status === 400) return t`Too many wrong codes. Start over with your password.`
    return lost
      ? t`This recovery code is wrong or already used.`
      : t`This code is wrong or expired. Enter the next code from the app.`
  }
}
