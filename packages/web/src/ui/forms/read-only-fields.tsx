import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  /** Whether who is looking may change it too. */
  readonly allowed: boolean
  /** Why not, in a sentence. */
  readonly why: string
  readonly children: ReactNode
}

/** What somebody may read but not change: the same page, with every field at rest and a sentence that says why. */
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
