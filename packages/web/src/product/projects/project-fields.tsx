import { useLingui } from '@lingui/react/macro'
import { PLATFORMS, type Platform } from './platform.ts'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface Props {
  /** Of the project's name in the form. */
  readonly name: string
  readonly defaultValue: string
  readonly hint?: string
  readonly fault?: string | undefined
  readonly platform: Platform
  readonly onPlatform: (platform: Platform) => void
}

/** What a new project is asked for. */
export function ProjectFields({ platform, onPlatform, ...field }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Project name`}
        required
        maxLength={64}
        autoComplete="off"
        placeholder="web-shop"
        {...field}
      />
      <RadioGroup legend={t`Platform`} choices={PLATFORMS} chosen={platform} onChoose={onPlatform} />
    </>
  )
}
