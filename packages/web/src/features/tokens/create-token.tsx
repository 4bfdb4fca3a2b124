import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import type { FreshSecret } from '#ui/forms/new-secret.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { expiryAfter } from './expiry.ts'
import { useScopes, type Scope } from './scopes.ts'
import { sessionQuery } from '#product/session/session-queries.ts'
import { tokensQuery } from './token-queries.ts'

interface Wish {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly days: '7' | '30' | '90' | '365' | 'never'
}

const FIRST: Wish = { name: '', scopes: [], days: '90' }

export function CreateToken({ onCreated }: { readonly onCreated: (fresh: FreshSecret) => void }) {
  const { t } = useLingui()
  const [wish, setWish] = useState(FIRST)
  const { create, busy, error } = useCreate(onCreated, () => setWish(FIRST))
  const [tried, setTried] = useState(false)
  const faults = fieldErrorsOf(error)
  const nothingChosen =
    tried && wish.scopes.length === 0 ? t`Choose at least one.` : fieldErrorAt(faults, 'scopes')
  const noName = tried && wish.name.trim() === '' ? t`Enter a name.` : undefined
  return (
    <Panel title={t`Create a token`}>
      <form
        className="grid gap-4 p-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const complete = wish.name.trim() !== '' && wish.scopes.length > 0
          setTried(!complete)
          if (complete && !busy) void create(wish)
        }}
      >
        {error !== undefined && Object.keys(faults).length === 0 && (
          <Failure title={t`Couldn’t create the token`} error={error} />
        )}
        <div className="max-w-96">
          <TextField
            label={t`Name`}
            hint={t`What uses this token, for example “web-shop CI”.`}
            maxLength={64}
            autoComplete="off"
            value={wish.name}
            fault={noName ?? fieldErrorAt(faults, 'name')}
            onChange={({ target }) => setWish({ ...wish, name: target.value })}
          />
        </div>
        <ScopeChoice wish={wish} onChange={setWish} fault={nothingChosen} />
        <ExpiryChoice wish={wish} onChange={setWish} />
        <div>
          <Button type="submit" kind="primary" busy={busy}>
            {busy ? t`Creating…` : t`Create token`}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function useCreate(onCreated: (fresh: FreshSecret) => void, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const create = async ({ name, scopes, days }: Wish) => {
    setBusy(true)
    try {
      const expiresAt = expiryAfter(days === 'never' ? undefined : Number(days), Date.now())
      const { token, secret } = await api('POST /api/v1/tokens', {
        body: { name, scopes: [...scopes], expiresAt },
      })
      queryClient.setQueryData(
        tokensQuery.queryKey,
        (before) => before && { tokens: [...before.tokens, token] },
      )
      onCreated({ name: token.name, secret })
      setError(undefined)
      onDone()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { create, busy, error }
}

interface ChoiceProps {
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
}

function ScopeChoice({ wish, onChange, fault }: ChoiceProps & { readonly fault: string | undefined }) {
  // A token never has more than who makes it.
  const { data: session } = useQuery(sessionQuery)
  const scopes = useScopes().filter(({ id }) => session?.scopes.includes(id))
  return (
    <fieldset>
      <legend className="mb-1 font-strong">
        <Trans>Permissions</Trans>
      </legend>
      <div className="grid gap-x-6 gap-y-1.5 pane:grid-cols-2">
        {scopes.map(({ id, verb, about }) => (
          <Checkbox
            key={id}
            label={
              <>
                {verb} <span className="code ps-1 text-subtle">{id}</span>
              </>
            }
            hint={about}
            checked={wish.scopes.includes(id)}
            onChange={({ target }) =>
              onChange({
                ...wish,
                scopes: target.checked ? [...wish.scopes, id] : wish.scopes.filter((scope) => scope !== id),
              })
            }
          />
        ))}
      </div>
      {fault !== undefined && (
        <p role="alert" className="mt-1 text-meta text-error">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

function ExpiryChoice({ wish, onChange }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <RadioGroup
      legend={t`Expires after`}
      choices={[
        { id: '7', name: t`7 days` },
        { id: '30', name: t`30 days` },
        { id: '90', name: t`90 days` },
        { id: '365', name: t`a year` },
        { id: 'never', name: t`never` },
      ]}
      chosen={wish.days}
      onChoose={(days) => onChange({ ...wish, days })}
    />
  )
}
