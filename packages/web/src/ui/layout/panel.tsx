import type { ReactNode } from 'react'
import { cx } from '#ui/base/class-names.ts'

interface Props {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A section with a line around it. */
export function Panel({ title, actions, className, children }: Props) {
  return (
    <section className={cx('overflow-hidden rounded-panel border border-line bg-surface', className)}>
      {title !== undefined && (
        <header className="flex min-h-9 flex-wrap items-center gap-2 border-b border-line px-3 py-1">
          <h2 className="text-form font-bold">{title}</h2>
          <span className="flex-1" />
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
