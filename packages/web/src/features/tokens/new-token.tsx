import { Trans, useLingui } from '@lingui/react/macro'
import { NewSecret, type FreshSecret } from '#ui/forms/new-secret.tsx'

interface Props {
  readonly fresh: FreshSecret
  readonly onDone: () => void
}

export function NewToken({ fresh: { name, secret }, onDone }: Props) {
  const { t } = useLingui()
  return (
    <NewSecret
      secret={secret}
      label={t`The new token`}
      title={<Trans>Copy the token {name} now</Trans>}
      copies={t`token ${name}`}
      onDone={onDone}
    >
      <Trans>Copy it now, it can’t be shown again.</Trans>
    </NewSecret>
  )
}
