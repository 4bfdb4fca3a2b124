import { useActionState, useEffect, useRef, useState } from 'react'
import { Unreachable, CallError } from '../../lib/call.ts'
import { textOf } from '../../lib/form.ts'
import { go } from '../../lib/location.ts'
import { PLATFORMS, type Platform } from '../../lib/platform.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { createOwner, faultsOf, isLinkFailure, type OwnerForm } from './create-owner.ts'
import { LinkHelp } from './link-help.tsx'
import { OwnerFields } from './owner-fields.tsx'
import { setupToken } from './setup-token.ts'

interface Attempt {
  readonly form: OwnerForm
  readonly faults: Readonly<Record<string, string>>
  readonly error: unknown
}

const EMPTY: OwnerForm = { name: '', email: '', password: '', project: '', platform: 'browser' }

export function SetupPage({ onSignedIn }: { readonly onSignedIn: () => void }) {
  useTitle('Set up')
  const token = setupToken(window.location)
  useEffect(() => {
    if (token !== undefined && window.location.search !== '')
      go(`/setup#token=${encodeURIComponent(token)}`, 'replace')
  }, [token])
  const [attempt, setAttempt] = useState<Attempt>({ form: EMPTY, faults: {}, error: undefined })
  if (token === undefined) return <LinkHelp why="missing" />
  if (isLinkFailure(attempt.error)) return <LinkHelp why="refused" />
  return <OwnerFormPage token={token} attempt={attempt} onAttempt={setAttempt} onSignedIn={onSignedIn} />
}

interface FormProps {
  readonly token: string
  readonly attempt: Attempt
  readonly onAttempt: (attempt: Attempt) => void
  readonly onSignedIn: () => void
}

function OwnerFormPage({ token, attempt, onAttempt, onSignedIn }: FormProps) {
  const [platform, setPlatform] = useState<Platform>('browser')
  const [, submit, busy] = useActionState(async (_: void, data: FormData): Promise<void> => {
    const form = { ...readForm(data), platform }
    const faults = faultsOf(form)
    if (Object.keys(faults).length > 0) {
      onAttempt({ form, faults, error: undefined })
      return
    }
    try {
      await createOwner(token, form)
      onSignedIn()
    } catch (error) {
      onAttempt({ form, faults: error instanceof CallError ? error.fields : {}, error })
    }
  }, undefined)
  const { form, faults, error } = attempt
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [faults])
  return (
    <main className="alone">
      <h1>Set up Hindcast</h1>
      <p className="muted">One account and one project, and the first error can arrive.</p>
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Failure
          title={
            error instanceof Unreachable ? 'The server does not answer' : 'The account could not be made'
          }
          error={error}
        />
      )}
      <form className="form" action={submit} noValidate ref={fields}>
        <OwnerFields form={form} faults={faults} />
        <RadioGroup legend="Platform" choices={PLATFORMS} chosen={platform} onChoose={setPlatform} />
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Setting up…' : 'Create account and project'}
        </Button>
      </form>
    </main>
  )
}

function readForm(data: FormData): Omit<OwnerForm, 'platform'> {
  return {
    name: textOf(data, 'name').trim(),
    email: textOf(data, 'email').trim(),
    password: textOf(data, 'password'),
    project: textOf(data, 'project').trim(),
  }
}
