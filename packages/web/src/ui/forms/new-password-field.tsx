import { useLingui } from '@lingui/react/macro'
import { TextField } from './text-field.tsx'

const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 128

interface Props {
  readonly label: string
  readonly value: string
  readonly fault?: string | undefined
  readonly autoFocus?: boolean
  readonly onChange: (password: string) => void
}

/** A field for a new password, with the server's length limits. */
export function NewPasswordField({ label, value, fault, autoFocus, onChange }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      autoFocus={autoFocus}
      minLength={SHORTEST_PASSWORD}
      maxLength={LONGEST_PASSWORD}
      hint={t`At least ${SHORTEST_PASSWORD} characters.`}
      value={value}
      fault={fault}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
