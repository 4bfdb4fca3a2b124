import { i18n } from '@lingui/core'
import { useMutation } from '@tanstack/react-query'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { api } from '#lib/api/client.ts'
import { channelsQuery } from '#product/alerts/alert-queries.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import type { FreshSecret } from '#ui/forms/new-secret.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { CHANNEL_KINDS, kindName, type ChannelKind } from './channel-kinds.ts'
import { wordsOf } from '#features/alerts/editor/draft.ts'

interface Wish {
  readonly kind: ChannelKind
  readonly name: string
  readonly address: string
}

const FIRST: Wish = { kind: 'slack', name: '', address: '' }

interface Props {
  readonly sendsMail: boolean
  readonly onSecret: (fresh: FreshSecret) => void
}

export function AddChannel({ sendsMail, onSecret }: Props) {
  const { t } = useLingui()
  const [wish, setWish] = useState(FIRST)
  const [tried, setTried] = useState(false)
  const {
    isPending: busy,
    error,
    mutate,
  } = useMutation({
    mutationFn: (wanted: Wish) => create(wanted, onSecret),
    onSuccess: (_, { kind }) => setWish({ ...FIRST, kind }),
  })
  const complete = wish.name.trim() !== '' && wish.address.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(!complete)
    if (complete && !busy) mutate(wish)
  }
  const empty = (text: string) => (tried && text.trim() === '' ? t`Required.` : undefined)
  return (
    <Panel title={t`Add a channel`}>
      <form className="grid gap-4 p-3" noValidate onSubmit={submit}>
        {error !== null && <Failure title={t`Couldn’t add the channel`} error={error} />}
        <RadioGroup
          legend={t`Type`}
          choices={CHANNEL_KINDS.map((kind) => ({ id: kind, name: kindName(kind) }))}
          chosen={wish.kind}
          onChoose={(kind) => setWish({ ...wish, kind, address: '' })}
        />
        {wish.kind === 'email' && !sendsMail && (
          <Notice tone="warning" title={t`No mail server configured`}>
            <Trans>
              Set <span className="code">HINDCAST_SMTP_URL</span> and{' '}
              <span className="code">HINDCAST_MAIL_FROM</span> on the server to send email.
            </Trans>
          </Notice>
        )}
        <div className="grid max-w-120 gap-4">
          <TextField
            label={t`Name`}
            hint={t`Shown in alerts, for example #errors.`}
            maxLength={64}
            autoComplete="off"
            value={wish.name}
            fault={empty(wish.name)}
            onChange={({ target }) => setWish({ ...wish, name: target.value })}
          />
          <AddressField wish={wish} fault={empty(wish.address)} onChange={setWish} />
        </div>
        <div>
          <Button type="submit" kind="primary" busy={busy}>
            {busy ? t`Adding…` : t`Add channel`}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface AddressProps {
  readonly wish: Wish
  readonly fault: string | undefined
  readonly onChange: (wish: Wish) => void
}

function AddressField({ wish, fault, onChange }: AddressProps) {
  const { t } = useLingui()
  const shared = {
    value: wish.address,
    fault,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...wish, address: target.value }),
  }
  if (wish.kind === 'email')
    return (
      <TextField
        {...shared}
        label={t`Email addresses`}
        hint={t`Separate several with commas.`}
        inputMode="email"
      />
    )
  const hint = {
    slack: t`An incoming webhook from Slack, Mattermost, Rocket.Chat or a compatible service.`,
    discord: t`In Discord: Channel settings → Integrations → Webhooks.`,
    webhook: t`Receives JSON, signed with a secret that is shown once.`,
  }[wish.kind]
  return <TextField {...shared} label={t`Webhook URL`} hint={hint} inputMode="url" spellCheck={false} />
}

async function create({ kind, name, address }: Wish, onSecret: Props['onSecret']): Promise<void> {
  const target = kind === 'email' ? { kind, to: wordsOf(address) } : { kind, url: address.trim() }
  const { channel, secret } = await api('POST /api/v1/channels', { body: { name, target } })
  queryClient.setQueryData(
    channelsQuery.queryKey,
    (before) => before && { ...before, channels: [...before.channels, channel] },
  )
  const added = channel.name
  const text = i18n._(msg`Channel ${added} added. Send a test to check that it works.`)
  notify({ tone: 'done', text })
  if (secret !== null) onSecret({ name: channel.name, secret })
}
