import type { SelectHTMLAttributes } from 'react'
import { cx } from '#ui/base/class-names.ts'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string
}

/** The browser's own: it works with every keyboard, screen reader and phone, and weighs nothing. */
export function Select({ label, className, children, ...rest }: Props) {
  return (
    <select
      {...rest}
      aria-label={label}
      className={cx(
        'min-h-7 max-w-full rounded-control border border-line-strong bg-surface px-2 text-fg enabled:hover:bg-hover disabled:bg-sunken disabled:text-subtle',
        className,
      )}
    >
      {children}
    </select>
  )
}
