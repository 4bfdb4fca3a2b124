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
          title={t`Second step`}
          about={
            <Trans>
              After the password, a code from an app on your phone. Whoever learns the password alone gets no
              further.
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
              A finger, a face or a PIN instead of password and code. Nothing that could be typed into a wrong
              page.
            </Trans>
          }
        >
          <PasskeyList />
        </SettingSection>
        <SettingSection
          id="password"
          title={t`Password`}
          about={<Trans>Other machines are signed out when it changes.</Trans>}
        >
          <PasswordForm />
        </SettingSection>
        <SettingSection
          id="sessions"
          title={t`Where you are signed in`}
          about={<Trans>A machine you do not know? Sign it out and change the password.</Trans>}
        >
          <SessionList />
        </SettingSection>
      </SettingColumn>
    </main>
  )
}
