import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** The page has no other heading. */
  readonly alone?: boolean
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Says why nothing is here and what to do about it. */
export function EmptyState({ title, alone = false, children, actions }: Props) {
  const Heading = alone ? 'h1' : 'h2'
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-2 px-4 py-12">
      <Heading className="text-section font-bold">{title}</Heading>
      {children !== undefined && <div className="grid gap-2 text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
