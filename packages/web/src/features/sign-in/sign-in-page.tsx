import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useActionState } from 'react'
import { signIn } from '../../lib/auth.ts'
import { textOf } from '../../lib/form.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { LonePage } from '../../ui/lone-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Attempt {
  readonly email: string
  readonly failure: string | undefined
}

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { t } = useLingui()
  useTitle(t`Sign in`)
  const router = useRouter()
  const { next = '/' } = route.useSearch()
  const [attempt, submit, busy] = useActionState(
    async (_: Attempt, form: FormData): Promise<Attempt> => {
      const email = textOf(form, 'email')
      try {
        await signIn(email, textOf(form, 'password'))
        router.history.push(next)
        return { email, failure: undefined }
      } catch (error) {
        return { email, failure: error instanceof Error ? error.message : String(error) }
      }
    },
    { email: '', failure: undefined },
  )
  return (
    <LonePage title={t`Sign in`}>
      {attempt.failure !== undefined && <Notice tone="error" title={attempt.failure} />}
      <form className="grid gap-4" action={submit}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={attempt.email}
        />
        <TextField
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? t`Signing in…` : t`Sign in`}
        </Button>
      </form>
    </LonePage>
  )
}
