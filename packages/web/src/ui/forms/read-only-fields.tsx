import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  /** Whether the current user may change it. */
  readonly allowed: boolean
  /** Why not, in a sentence. */
  readonly why: string
  readonly children: ReactNode
}

/** A read-only section: the same page with disabled fields and the reason. */
export function ReadOnlyFields({ allowed, why, children }: Props) {
  if (allowed) return children
  return (
    <>
      <div className="py-4">
        <Notice title={why} />
      </div>
      <fieldset disabled className="min-w-0">
        {children}
      </fieldset>
    </>
  )
}
