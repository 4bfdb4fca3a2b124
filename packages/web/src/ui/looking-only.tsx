import type { Scope } from '@hindcast/contract/scope.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useMay } from '../lib/may.ts'
import { Notice } from './notice.tsx'

interface Props {
  readonly scope: Scope
  readonly children: ReactNode
}

/** What somebody may read but not change: the same page, with every field at rest and a sentence that says why. */
export function LookingOnly({ scope, children }: Props) {
  const { t } = useLingui()
  if (useMay(scope)) return children
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
