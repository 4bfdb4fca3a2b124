import { useId, type InputHTMLAttributes } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | undefined
}

export function TextField({ label, hint, fault, ...rest }: Props) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className="input"
        aria-invalid={fault !== undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
      />
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
