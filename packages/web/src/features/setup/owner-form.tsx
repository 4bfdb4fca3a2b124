import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useActionState, useEffect, useRef, useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { textOf } from '#lib/browser/form.ts'
import type { Platform } from '#product/projects/platform.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import {
  createOwner,
  faultsIn,
  fieldErrorsOf,
  type Faults,
  type Made,
  type OwnerForm,
} from './create-owner.ts'
import { OwnerFields } from './owner-fields.tsx'

export interface Attempt {
  readonly form: OwnerForm
  readonly faults: Faults
  readonly error: unknown
}

interface Props {
  readonly token: string
  readonly attempt: Attempt
  readonly onAttempt: (attempt: Attempt) => void
}

export function OwnerFormPage({ token, attempt, onAttempt }: Props) {
  const { t } = useLingui()
  const leave = useLeave()
  const [platform, setPlatform] = useState<Platform>('browser')
  const [, submit, busy] = useActionState(async (_: void, data: FormData): Promise<void> => {
    const form = { ...readForm(data), platform }
    const faults = fieldErrorsOf(form)
    if (Object.keys(faults).length > 0) {
      onAttempt({ form, faults, error: undefined })
      return
    }
    try {
      await leave(await createOwner(token, form))
    } catch (error) {
      onAttempt({ form, faults: faultsIn(error), error })
    }
  }, undefined)
  const { form, faults, error } = attempt
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [faults])
  return (
    <LonePage title={t`Set up Hindcast`}>
      <p className="text-muted">{t`Create your account and first project.`}</p>
      {error !== undefined && Object.keys(faults).length === 0 && (
        <Failure
          title={error instanceof Unreachable ? t`Can’t reach the server` : t`Couldn’t create the account`}
          error={error}
        />
      )}
      <form className="grid gap-6" action={submit} noValidate ref={fields}>
        <OwnerFields form={form} faults={faults} platform={platform} onPlatform={setPlatform} />
        <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
          {busy ? t`Setting up…` : t`Create account and project`}
        </Button>
      </form>
    </LonePage>
  )
}

/** Replaces the address, so that the used token stays in no history. */
function useLeave(): (made: Made) => Promise<void> {
  const router = useRouter()
  return async (made) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'setup' })
    if (made.next === 'connect') {
      const params = { project: made.project }
      await router.navigate({ to: '/projects/$project/connect', params, replace: true })
    } else await router.navigate({ to: made.next === 'home' ? '/' : '/sign-in', replace: true })
    queryClient.removeQueries({ queryKey: ['setup'] })
  }
}

function readForm(data: FormData): Omit<OwnerForm, 'platform'> {
  return {
    name: textOf(data, 'name').trim(),
    email: textOf(data, 'email').trim(),
    password: textOf(data, 'password'),
    project: textOf(data, 'project').trim(),
  }
}
