import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Says why nothing is here and what to do about it. */
export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-2 px-4 py-12">
      <h2 className="text-section font-bold">{title}</h2>
      {children !== undefined && <div className="grid gap-2 text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
