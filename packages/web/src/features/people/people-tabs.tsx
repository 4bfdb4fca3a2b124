import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/may.ts'
import { useTitle } from '../../lib/title.ts'
import { PageBar } from '../../ui/page-bar.tsx'

interface Props {
  readonly title: string
  /** What can be done here, at the end of the line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Members, teams and the audit log are three looks at the same thing: who is here and what they did. */
export function PeopleScreen({ title, actions, children }: Props) {
  const { t } = useLingui()
  useTitle(title)
  const readsAudit = useMay('org:write')
  const places = [
    { to: '/people', name: t`Members` },
    { to: '/people/teams', name: t`Teams` },
    ...(readsAudit ? [{ to: '/people/audit', name: t`Audit log` } as const] : []),
  ] as const
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`People`}>
        <nav aria-label={t`People`} className="flex flex-wrap gap-1">
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
      <div className="grid max-w-240 gap-5 px-(--gutter) py-5">{children}</div>
    </main>
  )
}
