import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/title.ts'
import { PageBar } from '../../ui/page-bar.tsx'

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Alerts and the places they are sent to belong together. */
export function AlertsScreen({ title, actions, children }: Props) {
  const { t } = useLingui()
  useTitle(title)
  const places = [
    { to: '/alerts', name: t`Alerts` },
    { to: '/alerts/channels', name: t`Channels` },
  ] as const
  return (
    <main id="main" tabIndex={-1} className="min-w-0">
      <PageBar title={title}>
        <nav aria-label={t`Alerts and channels`} className="flex flex-wrap gap-1">
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
      {children}
    </main>
  )
}
