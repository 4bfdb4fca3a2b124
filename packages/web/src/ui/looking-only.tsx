import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

interface Props {
  /** Whether who is looking may change it too. */
  readonly allowed: boolean
  readonly children: ReactNode
}

/** What somebody may read but not change: the same page, with every field at rest and a sentence that says why. */
export function LookingOnly({ allowed, children }: Props) {
  const { t } = useLingui()
  if (allowed) return children
  return (
    <>
      <div className="py-4">
        <Notice title={t`Your role lets you look at this, not change it.`} />
      </div>
      <fieldset disabled className="min-w-0">
        {children}
      </fieldset>
    </>
  )
}
