import { TextField } from './text-field.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly autoFocus?: boolean
}

/** Six digits, as an authenticator app shows them; phones bring their number pad and offer the code by themselves. */
export function CodeField({ label, value, onChange, autoFocus = false }: Props) {
  return (
    <div className="max-w-48">
      <TextField
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        autoFocus={autoFocus}
        className="code tracking-widest"
        value={value}
        onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, ''))}
      />
    </div>
  )
}
