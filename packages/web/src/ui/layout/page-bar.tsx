import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly children?: ReactNode
}

/** The one header line of a screen. */
export function PageBar({ title, children }: Props) {
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-(--gutter) py-1">
      <h1 className="min-w-0 text-section font-bold">{title}</h1>
      {children}
    </header>
  )
}
