import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { SectionNav } from '#ui/layout/section-nav.tsx'

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Tabs for members, teams and the audit log. */
export function PeopleScreen({ title, actions, children }: Props) {
  const { t } = useLingui()
  useTitle(title)
  const readsAudit = usePermission('org:write')
  return (
    <main id="main" tabIndex={-1}>
      <SectionNav
        title={t`People`}
        label={t`People`}
        places={[
          { to: '/people', name: t`Members` },
          { to: '/people/teams', name: t`Teams` },
          ...(readsAudit ? ([{ to: '/people/audit', name: t`Audit log` }] as const) : []),
        ]}
        actions={actions}
      />
      <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-5 px-(--gutter) py-5">{children}</div>
    </main>
  )
}
