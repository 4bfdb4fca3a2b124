import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useTitle } from '#lib/routing/title.ts'
import { SectionNav } from '#ui/layout/section-nav.tsx'

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Alerts and the places they are sent to belong together. */
export function AlertsScreen({ title, actions, children }: Props) {
  const { t } = useLingui()
  useTitle(title)
  return (
    <main id="main" tabIndex={-1} className="min-w-0">
      <SectionNav
        title={title}
        label={t`Alerts and channels`}
        places={[
          { to: '/alerts', name: t`Alerts` },
          { to: '/alerts/channels', name: t`Channels` },
        ]}
        actions={actions}
      />
      {children}
    </main>
  )
}
