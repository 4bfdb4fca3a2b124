import { Trans, useLingui } from '@lingui/react/macro'
import { goToSignIn, signOut } from '#product/session/auth.ts'
import { Button } from '#ui/base/button.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'

/** An account that belongs to no organization, such as that of somebody who was removed. */
export function NowhereYet({ email }: { readonly email: string }) {
  const { t } = useLingui()
  return (
    <LonePage title={t`You belong to no organization`}>
      <p className="text-muted">
        <Trans>
          {email} is signed in, and there is nothing here for it. Ask an owner or an admin for an invitation
          and open its link.
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
