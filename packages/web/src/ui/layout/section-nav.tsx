import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageBar } from './page-bar.tsx'

interface Props {
  readonly title: ReactNode
  readonly label: string
  readonly places: ReadonlyArray<{ readonly to: NonNullable<LinkProps['to']>; readonly name: string }>
  /** What can be done here, at the end of the line. */
  readonly actions?: ReactNode
}

/** The header line of screens that belong together: it leads from each to the others. */
export function SectionNav({ title, label, places, actions }: Props) {
  return (
    <PageBar title={title}>
      <nav aria-label={label} className="flex flex-wrap gap-1">
        {places.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="flex min-h-7 items-center rounded-control px-2.5 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-selected aria-[current=page]:font-strong aria-[current=page]:text-fg"
          >
            {name}
          </Link>
        ))}
      </nav>
      {actions !== undefined && <span className="flex-1" />}
      {actions}
    </PageBar>
  )
}
