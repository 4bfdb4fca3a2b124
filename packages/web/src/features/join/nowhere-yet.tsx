import { Trans, useLingui } from '@lingui/react/macro'
import { goToSignIn, signOut } from '#product/session/auth.ts'
import { Button } from '#ui/base/button.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'

/** An account without an organization, such as that of a removed member. */
export function NowhereYet({ email }: { readonly email: string }) {
  const { t } = useLingui()
  return (
    <LonePage title={t`You’re not a member of an organization`}>
      <p className="text-muted">
        <Trans>
          You’re signed in as {email}, which isn’t a member of any organization. Ask an owner or admin to
          invite you.
        </Trans>
      </p>
      <div>
        <Button onClick={() => void signOut().then(goToSignIn, goToSignIn)}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </LonePage>
  )
}
