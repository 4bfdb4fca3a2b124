import { useId, type InputHTMLAttributes } from 'react'
import { cx } from '#ui/base/class-names.ts'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | undefined
}

export const INPUT =
  'min-h-8 w-full rounded-control border border-line-strong bg-surface px-2.5 text-form text-fg aria-invalid:border-error disabled:bg-sunken disabled:text-subtle'

export function TextField({ label, hint, fault, className, ...rest }: Props) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`]
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={cx(INPUT, className)}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
      />
      {hint !== undefined && (
        <span className="text-meta text-subtle" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span className="text-meta text-error" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
