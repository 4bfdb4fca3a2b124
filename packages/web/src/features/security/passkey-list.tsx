import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askAccount, type Passkey } from '#product/session/account.ts'
import { notify } from '#lib/state/notices.ts'
import { addPasskey, canUsePasskeys, isCancelled } from '#product/session/passkeys.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { submits } from '#lib/browser/form.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { passkeysQuery } from './account-queries.ts'

export function PasskeyList() {
  const { t } = useLingui()
  const { data: passkeys } = useQuery(passkeysQuery)
  if (passkeys === undefined) return <Skeleton height={28} />
  return (
    <>
      {passkeys.length > 0 && (
        <ul
          aria-label={t`Passkeys`}
          className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
        >
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? <AddPasskey /> : <NotHere />}
    </>
  )
}

function NotHere() {
  const host = window.location.hostname
  return (
    <p className="max-w-prose text-muted">
      <Trans>
        Passkeys need a host name, and {host} is an IP address, or your browser doesn’t support them. Open
        Hindcast under its host name, which is set with <span className="code">HINDCAST_URL</span>.
      </Trans>
    </p>
  )
}

function AddPasskey() {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const add = async () => {
    try {
      await addPasskey(name.trim())
    } catch (failure) {
      if (isCancelled(failure)) return
      throw failure
    }
    setName('')
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    notify({ tone: 'done', text: t`Passkey added. You can now sign in without a password.` })
  }
  const adding = useMutation({ mutationFn: add })
  return (
    <form className="grid max-w-96 gap-3" onSubmit={submits(adding)}>
      {adding.error !== null && <Failure title={t`Couldn’t add the passkey`} error={adding.error} />}
      <TextField
        label={t`Passkey name`}
        hint={t`For example “phone” or “work laptop”.`}
        required
        maxLength={64}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div>
        <Button type="submit" icon="plus" busy={adding.isPending}>
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
    </form>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useLingui()
  const name = passkey.name || t`Passkey`
  const remove = async () => {
    try {
      await askAccount('/passkey/delete-passkey', { id: passkey.id })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(passkeysQuery.queryKey, (before) =>
        before?.filter(({ id }) => id !== passkey.id),
      )
      notify({ tone: 'done', text: t`Passkey ${name} removed.` })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t remove passkey ${name}. ${why}` })
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="min-w-0 font-strong break-words">{name}</span>
        <span className="text-meta text-subtle">
          <Trans>
            Added <Timestamp at={passkey.createdAt} />
          </Trans>
        </span>
      </span>
      <ConfirmButton
        word={t`Remove`}
        label={t`Remove ${name}`}
        consequence={t`You can no longer sign in with it.`}
        confirm={t`Remove now`}
        keep={t`Keep`}
        onConfirm={remove}
      />
    </li>
  )
}
