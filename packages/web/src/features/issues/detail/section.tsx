import type { ReactNode } from 'react'
import { cx } from '#ui/base/class-names.ts'

interface Props {
  readonly id: string
  readonly title: string
  /** Beside the title: what it is about in a word or number. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A part of the page that the jump line leads to. It never folds: what is folded is what people cannot find. */
export function Section({ id, title, note, actions, className, children }: Props) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="min-w-0 scroll-mt-24 overflow-hidden rounded-panel border border-line bg-surface"
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1">
        <h2 id={`${id}-title`} className="text-form font-bold">
          {title}
        </h2>
        {note}
        <span className="flex-1" />
        {actions}
      </header>
      <div className={cx('min-w-0', className)}>{children}</div>
    </section>
  )
}
