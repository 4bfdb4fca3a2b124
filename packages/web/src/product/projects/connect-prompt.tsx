import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

interface Props {
  readonly project: string
  readonly title: string
  /** Beside the way to connect. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Nothing is here because the app does not send it yet: says what to set, and leads to how. */
export function ConnectPrompt({ project, title, actions, children }: Props) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Link to="/projects/$project/connect" params={{ project }} className={buttonClass('primary')}>
            <Trans>Connect an app</Trans>
          </Link>
          {actions}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
