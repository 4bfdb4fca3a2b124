import { Trans, useLingui } from '@lingui/react/macro'
import { useTitle } from '#lib/routing/title.ts'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { SettingColumn, SettingSection } from '#ui/forms/setting-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStepSetting } from './second-step-setting.tsx'
import { SessionList } from './session-list.tsx'

/** How one signs in, and where one is signed in. Only ever one's own. */
export function SecurityPage() {
  const { t } = useLingui()
  useTitle(t`Security`)
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Security`}>
        <span className="text-meta text-subtle">
          <Trans>How you sign in, and where you are signed in</Trans>
        </span>
      </PageBar>
      <SettingColumn>
        <SettingSection
          id="second-step"
          title={t`Two-factor authentication`}
          about={
            <Trans>
              After your password, you enter a code from an app on your phone. A stolen password alone is then
              useless.
            </Trans>
          }
        >
          <SecondStepSetting />
        </SettingSection>
        <SettingSection
          id="passkeys"
          title={t`Passkeys`}
          about={
            <Trans>
              Sign in with your fingerprint, face or PIN instead of a password and code. Passkeys can’t be
              phished.
            </Trans>
          }
        >
          <PasskeyList />
        </SettingSection>
        <SettingSection
          id="password"
          title={t`Password`}
          about={<Trans>Changing it signs you out on other devices.</Trans>}
        >
          <PasswordForm />
        </SettingSection>
        <SettingSection
          id="sessions"
          title={t`Where you are signed in`}
          about={<Trans>Don’t recognize a device? Sign it out and change your password.</Trans>}
        >
          <SessionList />
        </SettingSection>
      </SettingColumn>
    </main>
  )
}
