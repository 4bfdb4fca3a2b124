import type { TimelineMark } from '@hindcast/contract/overview/overview.ts'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

/** What a mark of the time line stands for. */
export function useMarkWords(): (mark: TimelineMark) => string {
  const { t } = useLingui()
  return useCallback(
    ({ version, environment }) =>
      environment === null ? t`${version} first seen` : t`${version} deployed to ${environment}`,
    [t],
  )
}
