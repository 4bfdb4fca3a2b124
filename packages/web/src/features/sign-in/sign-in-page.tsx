import { useActionState } from 'react'
import { signIn } from '../../lib/auth.ts'
import { textOf } from '../../lib/form.ts'
import { useTitle } from '../../lib/title.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Props {
  /** Set where the reader came by a set-up link that has done its work. */
  readonly linkUsed: boolean
  readonly onSignedIn: () => void
}

interface Attempt {
  readonly email: string
  readonly failure: string | undefined
}

export function SignInPage({ linkUsed, onSignedIn }: Props) {
  useTitle('Sign in')
  const [attempt, submit, busy] = useActionState(
    async (_: Attempt, form: FormData): Promise<Attempt> => {
      const email = textOf(form, 'email')
      try {
        await signIn(email, textOf(form, 'password'))
        onSignedIn()
        return { email, failure: undefined }
      } catch (error) {
        return { email, failure: error instanceof Error ? error.message : String(error) }
      }
    },
    { email: '', failure: undefined },
  )
  return (
    <main className="alone">
      <h1>Sign in</h1>
      {linkUsed && (
        <Notice title="The set-up link has been used">
          The owner account exists, so sign in with it. If that was not you, somebody else read the server’s
          output: stop it and begin again with an empty data folder.
        </Notice>
      )}
      {attempt.failure !== undefined && <Notice tone="error" title={attempt.failure} />}
      <form className="form" action={submit}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={attempt.email}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </main>
  )
}
