import { Trans, useLingui } from '@lingui/react/macro'
import { NewSecret, type FreshSecret } from '#ui/forms/new-secret.tsx'

interface Props {
  readonly fresh: FreshSecret
  readonly onDone: () => void
}

export function WebhookSecret({ fresh: { name, secret }, onDone }: Props) {
  const { t } = useLingui()
  return (
    <NewSecret
      secret={secret}
      label={t`The secret of the webhook`}
      title={<Trans>Copy the secret of {name} now</Trans>}
      copies={t`secret of ${name}`}
      onDone={onDone}
    >
      <Trans>
        Every message is signed with it: <span className="code">X-Hindcast-Signature</span> contains{' '}
        <span className="code">t=…,v1=…</span>, the HMAC-SHA256 of the seconds, a dot and the body. It can’t
        be shown again.
      </Trans>
    </NewSecret>
  )
}
