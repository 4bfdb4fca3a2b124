import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { verifyCode, type SecondStep } from '#product/session/account.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { submits } from '#lib/browser/form.ts'
import { Button } from '#ui/base/button.tsx'
import { CodeField } from '#ui/forms/code-field.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { accountQuery } from './account-queries.ts'
import { QrPicture } from './qr-picture.tsx'

interface Props {
  readonly made: SecondStep
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Scan, type the first code, done: nothing is asked for at sign-in before the app has proved to work. */
export function SecondStepSetup({ made, onDone, onCancel }: Props) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  const verify = async () => {
    await verifyCode(code)
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: ['open-sessions'] })
    onDone()
  }
  const turnOn = useMutation({ mutationFn: verify, onError: () => setCode('') })
  const { error } = turnOn
  return (
    <form className="grid gap-4" onSubmit={submits(turnOn)}>
      <ol className="grid list-decimal gap-4 ps-5">
        <li>
          <p className="mb-2">
            <Trans>Scan this code with an authenticator app or password manager.</Trans>
          </p>
          <QrPicture text={made.totpURI} label={t`QR code for your authenticator app`} />
          <p className="mt-2 mb-1 text-meta text-muted">
            <Trans>Or enter this key manually:</Trans>
          </p>
          <CopyField value={secret} label={t`secret`} />
        </li>
        <li className="grid gap-3">
          {error !== null && <Failure title={t`Something went wrong`} error={error} />}
          <CodeField label={t`Enter the code from the app`} value={code} onChange={setCode} autoFocus />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" kind="primary" busy={turnOn.isPending || turnOn.isSuccess}>
              <Trans>Turn on</Trans>
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </li>
      </ol>
    </form>
  )
}
