import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'children'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** The browser's own box; the whole line is the target. */
export function Checkbox({ label, hint, className, ...rest }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-7 items-start gap-2 py-1 has-disabled:text-subtle">
        <input
          {...rest}
          type="checkbox"
          className="mt-px size-4 shrink-0 accent-accent"
          aria-describedby={hint === undefined ? undefined : id}
        />
        <span className="min-w-0">{label}</span>
      </label>
      {hint !== undefined && (
        <p className="-mt-0.5 ps-6 text-meta text-subtle" id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}
