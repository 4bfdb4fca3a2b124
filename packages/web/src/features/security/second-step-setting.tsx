import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askAccount, type SecondStep } from '#product/session/account.ts'
import { Unreachable } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { accountQuery } from './account-queries.ts'
import { AskPassword } from './ask-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStepSetup } from './second-step-setup.tsx'

export function SecondStepSetting() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(accountQuery)
  /** Kept here, so that the codes stay visible until confirmed as saved. */
  const [codes, setCodes] = useState<readonly string[]>()
  if (error !== null && !(error instanceof Unreachable))
    return <Failure title={t`Couldn’t load your account`} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={28} />
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return data.user.twoFactorEnabled === true ? (
    <SwitchedOn onCodes={setCodes} />
  ) : (
    <SwitchedOff onCodes={setCodes} />
  )
}

interface Props {
  readonly onCodes: (codes: readonly string[]) => void
}

function SwitchedOff({ onCodes }: Props) {
  const { t } = useLingui()
  const [asking, ask] = useState(false)
  const [made, setMade] = useState<SecondStep>()
  if (made !== undefined)
    return (
      <SecondStepSetup
        made={made}
        onDone={() => onCodes(made.backupCodes)}
        onCancel={() => setMade(undefined)}
      />
    )
  if (asking)
    return (
      <AskPassword
        title={t`Your password`}
        word={t`Continue`}
        onGiven={async (password) => {
          setMade(await askAccount<SecondStep>('/two-factor/enable', { password }))
          ask(false)
        }}
        onCancel={() => ask(false)}
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge>
        <Trans>Off</Trans>
      </Badge>
      <Button kind="primary" onClick={() => ask(true)}>
        <Trans>Turn on</Trans>
      </Button>
    </div>
  )
}

function SwitchedOn({ onCodes }: Props) {
  const { t } = useLingui()
  const [asking, ask] = useState<'off' | 'codes'>()
  const renew = async (password: string) => {
    const { backupCodes } = await askAccount<SecondStep>('/two-factor/generate-backup-codes', { password })
    ask(undefined)
    onCodes(backupCodes)
  }
  const switchOff = async (password: string) => {
    await askAccount('/two-factor/disable', { password })
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    notify({ tone: 'done', text: t`Two-factor authentication is off.` })
  }
  if (asking !== undefined)
    return (
      <AskPassword
        key={asking}
        title={t`Your password`}
        word={asking === 'off' ? t`Turn off` : t`Generate new codes`}
        kind={asking === 'off' ? 'danger' : 'primary'}
        onGiven={asking === 'off' ? switchOff : renew}
        onCancel={() => ask(undefined)}
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone="success">
        <Trans>On</Trans>
      </Badge>
      <Button onClick={() => ask('codes')}>
        <Trans>New recovery codes</Trans>
      </Button>
      <Button kind="danger" onClick={() => ask('off')}>
        <Trans>Turn off</Trans>
      </Button>
    </div>
  )
}
