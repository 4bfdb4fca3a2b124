import { useLingui } from '@lingui/react/macro'
import type { Platform } from '#product/projects/platform.ts'
import { ProjectFields } from '#product/projects/project-fields.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import {
  LONGEST_PASSWORD,
  SHORTEST_PASSWORD,
  type Fault,
  type Faults,
  type OwnerForm,
} from './create-owner.ts'

interface Props {
  readonly form: OwnerForm
  readonly faults: Faults
  readonly platform: Platform
  readonly onPlatform: (platform: Platform) => void
}

export function OwnerFields({ form, faults, platform, onPlatform }: Props) {
  const { t } = useLingui()
  const fault = useFaultWords()
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-section font-bold">{t`Your account`}</legend>
        <TextField label={t`Name`} name="name" autoComplete="name" defaultValue={form.name} />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={form.email}
          fault={fault(faults.email)}
        />
        <TextField
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          defaultValue={form.password}
          hint={t`At least ${SHORTEST_PASSWORD} characters.`}
          fault={fault(faults.password)}
        />
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-section font-bold">{t`Your first project`}</legend>
        <ProjectFields
          name="project"
          defaultValue={form.project}
          hint={t`One project per app. You can add more later.`}
          fault={fault(faults.project)}
          platform={platform}
          onPlatform={onPlatform}
        />
      </fieldset>
    </>
  )
}

function useFaultWords() {
  const { t } = useLingui()
  return (fault: Fault | undefined): string | undefined => {
    if (fault === undefined) return undefined
    return {
      no_address: t`Enter an email address, such as ada@example.com.`,
      too_short: t`Use at least ${SHORTEST_PASSWORD} characters.`,
      too_long: t`Use at most ${LONGEST_PASSWORD} characters.`,
      no_name: t`Enter the name of your app.`,
    }[fault]
  }
}
