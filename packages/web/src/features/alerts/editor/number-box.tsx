interface Props {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly whole?: boolean
  readonly onChange: (value: number) => void
}

/** A number in the middle of a sentence. What is no number yet is none (NaN). */
export function NumberBox({ label, value, least, whole = true, onChange }: Props) {
  const isFine = value >= least && (!whole || Number.isInteger(value))
  return (
    <input
      type="number"
      inputMode={whole ? 'numeric' : 'decimal'}
      min={least}
      step={whole ? 1 : 'any'}
      aria-label={label}
      aria-invalid={!isFine || undefined}
      className="min-h-7 w-20 rounded-control border border-line-strong bg-surface px-2 font-strong text-fg tabular-nums aria-invalid:border-error"
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
    />
  )
}
