import type { Token } from '@hindcast/contract/people/tokens.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { expiryState } from './expiry.ts'
import { isLimited, useScopes, verbsOf } from './scopes.ts'
import { tokensQuery } from './token-queries.ts'

export function TokenList({ tokens }: { readonly tokens: readonly Token[] }) {
  const { t } = useLingui()
  if (tokens.length === 0)
    return (
      <p className="rounded-panel border border-line bg-surface p-3 text-muted">
        <Trans>No tokens yet. Create one below.</Trans>
      </p>
    )
  return (
    <ul
      aria-label={t`Tokens`}
      className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
    >
      {tokens
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
    </ul>
  )
}

function TokenRow({ token }: { readonly token: Token }) {
  const { t } = useLingui()
  const words = useScopes()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-strong break-words">{token.name}</span>
          <Expiry token={token} />
          {isLimited(token) && (
            <Badge tone="warning">
              <Trans>Limited</Trans>
            </Badge>
          )}
        </span>
        <span className="text-meta text-muted">{verbsOf(token, words, t`Everything`).join(', ')}</span>
        <Limit token={token} />
        <span className="flex flex-wrap gap-x-2 text-meta text-subtle">
          <span>
            {token.owner === null ? <Trans>Organization</Trans> : <Owner name={token.owner.name} />}
          </span>
          <span aria-hidden="true">·</span>
          <span>
            {token.lastUsedAt === null ? (
              <Trans>Never used</Trans>
            ) : (
              <Trans>
                Used <Timestamp at={token.lastUsedAt} />
              </Trans>
            )}
          </span>
          <span aria-hidden="true">·</span>
          <span>
            <Trans>
              Created <Timestamp at={token.createdAt} />
            </Trans>
          </span>
        </span>
      </div>
      <Revoke token={token} />
    </li>
  )
}

function Owner({ name }: { readonly name: string }) {
  return <Trans>Owner: {name}</Trans>
}

/** What is left of it, where its owner has a lesser role than when it was made. */
function Limit({ token }: { readonly token: Token }) {
  const { t } = useLingui()
  const words = useScopes()
  if (!isLimited(token) || token.owner === null) return null
  const { name } = token.owner
  const verbs = verbsOf({ scopes: token.allowed }, words, t`Everything`).join(', ')
  return (
    <span className="text-meta text-muted">
      {verbs === '' ? (
        <Trans>{name}’s role no longer allows any of this.</Trans>
      ) : (
        <Trans>
          {name}’s role now only allows: {verbs}
        </Trans>
      )}
    </span>
  )
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

function Expiry({ token }: { readonly token: Token }) {
  const state = expiryState(token.expiresAt, Date.now())
  const date = token.expiresAt === null ? '' : day.format(Date.parse(token.expiresAt))
  if (state === 'never')
    return (
      <Badge>
        <Trans>Never expires</Trans>
      </Badge>
    )
  if (state === 'over')
    return (
      <Badge tone="error">
        <Trans>Expired {date}</Trans>
      </Badge>
    )
  return (
    <Badge tone={state === 'soon' ? 'warning' : 'plain'}>
      <Trans>Until {date}</Trans>
    </Badge>
  )
}

/** There is no way back from this one, so it asks first, where it stands. */
function Revoke({ token }: { readonly token: Token }) {
  const { t } = useLingui()
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name } = token
  const revoke = async () => {
    setBusy(true)
    try {
      await api('DELETE /api/v1/tokens/:token', { params: { token: id } })
      document.getElementById('main')?.focus({ preventScroll: true })
      queryClient.setQueryData(
        tokensQuery.queryKey,
        (before) => before && { tokens: before.tokens.filter((other) => other.id !== id) },
      )
      notify({ tone: 'done', text: t`Token ${name} revoked.` })
    } catch {
      setBusy(false)
      notify({ tone: 'failed', text: t`Couldn’t revoke token ${name}.` })
    }
  }
  if (!asking)
    return (
      <Button kind="danger" aria-label={t`Revoke ${name}`} onClick={() => ask(true)}>
        <Trans>Revoke</Trans>
      </Button>
    )
  return (
    <div
      role="group"
      aria-label={t`Revoke ${name}`}
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(false)
      }}
    >
      <span className="text-meta text-muted">
        <Trans>Anything that uses it stops working immediately.</Trans>
      </span>
      <Button kind="danger" busy={busy} onClick={() => void revoke()}>
        <Trans>Revoke permanently</Trans>
      </Button>
      {/* Last, where the first button was: a double click keeps the token. */}
      <Button autoFocus onClick={() => ask(false)}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}
