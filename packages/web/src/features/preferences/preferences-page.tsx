import type { Preferences } from '@hindcast/contract/people/preferences.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale, type Locale } from '#lib/i18n/locale.ts'
import { notify } from '#lib/state/notices.ts'
import { choose, usePreferences } from '#product/session/preferences.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Kbd } from '#ui/base/kbd.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { SettingColumn, SettingSection } from '#ui/forms/setting-section.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { DensityPreview } from './density-preview.tsx'

/** Taste, kept with the person: every choice takes effect at once, here and on their other machines. */
export function PreferencesPage() {
  const { t } = useLingui()
  useTitle(t`Preferences`)
  const apply = useApply()
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Preferences`}>
        <span className="text-meta text-subtle">
          <Trans>Changes are saved automatically and apply on all your devices</Trans>
        </span>
      </PageBar>
      <SettingColumn>
        <LanguageSection apply={apply} />
        <ThemeSection apply={apply} />
        <DensitySection apply={apply} />
        <StackSection apply={apply} />
        <KeysSection apply={apply} />
        <ReferenceSection />
      </SettingColumn>
    </main>
  )
}

type Apply = (change: Partial<Preferences>) => Promise<boolean>

function useApply(): Apply {
  const { t } = useLingui()
  return async (change) => {
    const kept = await choose(change)
    if (!kept) notify({ tone: 'failed', text: t`Your change couldn’t be saved and was reverted.` })
    return kept
  }
}

function LanguageSection({ apply }: { readonly apply: Apply }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(locale)
  const speak = async (language: Locale) => {
    setChosen(language)
    // The server leads a bare address to the language it knows, so it has to know the new one first.
    if (!(await apply({ language }))) return setChosen(locale)
    const { pathname, search, hash } = window.location
    window.location.assign(`${withLocale(pathname, language)}${search}${hash}`)
  }
  return (
    <SettingSection
      id="language"
      title={t`Language`}
      about={<Trans>Reloads this page. Data from your apps is never translated.</Trans>}
    >
      <RadioGroup
        legend={t`Language`}
        showLegend={false}
        choices={[
          { id: 'en', name: 'English' },
          { id: 'de', name: 'Deutsch' },
        ]}
        chosen={chosen}
        onChoose={(language) => void speak(language)}
      />
    </SettingSection>
  )
}

function ThemeSection({ apply }: { readonly apply: Apply }) {
  const { t } = useLingui()
  const { theme } = usePreferences()
  return (
    <SettingSection id="theme" title={t`Theme`}>
      <RadioGroup
        legend={t`Theme`}
        showLegend={false}
        choices={[
          { id: 'system', name: t`System default` },
          { id: 'light', name: t`Light` },
          { id: 'dark', name: t`Dark` },
        ]}
        chosen={theme ?? 'system'}
        onChoose={(chosen) => void apply({ theme: chosen === 'system' ? null : chosen })}
      />
    </SettingSection>
  )
}

function DensitySection({ apply }: { readonly apply: Apply }) {
  const { t } = useLingui()
  const { density } = usePreferences()
  return (
    <SettingSection id="density" title={t`Row height`} about={<Trans>How dense lists are.</Trans>}>
      <RadioGroup
        legend={t`Row height`}
        showLegend={false}
        choices={[
          { id: 'compact', name: t`Compact` },
          { id: 'default', name: t`Default` },
          { id: 'comfortable', name: t`Comfortable` },
        ]}
        chosen={density}
        onChoose={(chosen) => void apply({ density: chosen })}
      />
      <DensityPreview density={density} />
    </SettingSection>
  )
}

function StackSection({ apply }: { readonly apply: Apply }) {
  const { t } = useLingui()
  const { stack, stackNewestFirst } = usePreferences()
  return (
    <SettingSection
      id="stack"
      title={t`Stack traces`}
      about={<Trans>How stack traces are shown. You can also change this on the issue page.</Trans>}
    >
      <RadioGroup
        legend={t`Frames`}
        choices={[
          { id: 'app', name: t`Your code` },
          { id: 'full', name: t`All frames` },
          { id: 'raw', name: t`As text` },
        ]}
        chosen={stack}
        onChoose={(chosen) => void apply({ stack: chosen })}
      />
      <RadioGroup
        legend={t`Order`}
        choices={[
          { id: 'newest', name: t`Newest call first` },
          { id: 'oldest', name: t`Oldest call first` },
        ]}
        chosen={stackNewestFirst ? 'newest' : 'oldest'}
        onChoose={(chosen) => void apply({ stackNewestFirst: chosen === 'newest' })}
      />
    </SettingSection>
  )
}

function KeysSection({ apply }: { readonly apply: Apply }) {
  const { t } = useLingui()
  const { singleKeys } = usePreferences()
  return (
    <SettingSection
      id="keys"
      title={t`Single-key shortcuts`}
      about={
        <Trans>
          Single letters such as <Kbd keys="j" /> and <Kbd keys="e" /> trigger actions. Turn this off if you
          use voice control or other assistive input.
        </Trans>
      }
    >
      <Switch
        label={t`Single keys are shortcuts`}
        hint={<Trans>Shortcuts with Ctrl or ⌘ always work.</Trans>}
        checked={singleKeys}
        onChange={({ target }) => void apply({ singleKeys: target.checked })}
      />
    </SettingSection>
  )
}

/** Files of the server and not screens: the router does not know them. */
function ReferenceSection() {
  const { t } = useLingui()
  return (
    <SettingSection
      id="reference"
      title={t`Documentation`}
      about={<Trans>Generated from this installation, so it always matches the running version.</Trans>}
    >
      <ul className="grid justify-items-start gap-2">
        <li>
          <a className="text-accent hover:underline" href="/reference/">
            <Trans>Reference: screens, shortcuts, roles, limits and messages</Trans>
          </a>
        </li>
        <li>
          <a className="text-accent hover:underline" href="/api/v1/docs">
            <Trans>API documentation</Trans>
          </a>
        </li>
      </ul>
    </SettingSection>
  )
}
