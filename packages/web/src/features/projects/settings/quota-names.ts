import { useLingui } from '@lingui/react/macro'
import type { Quota } from './settings-rules.ts'

type Category = Quota['category']

/** What can be limited, and whatever else is limited already. */
export function useCategoryNames(current: Category): ReadonlyArray<readonly [Category, string]> {
  const { t } = useLingui()
  const names: ReadonlyArray<readonly [Category, string]> = [
    ['all', t`items of any type`],
    ['error', t`errors`],
    ['transaction', t`transactions`],
    ['span', t`spans`],
    ['session', t`sessions`],
    ['replay', t`replays`],
    ['profile', t`profiles`],
    ['log_item', t`log lines`],
    ['trace_metric', t`metrics`],
    ['attachment', t`bytes of attachments`],
    ['security', t`browser security reports`],
    ['monitor', t`check-ins`],
    ['feedback', t`feedback messages`],
  ]
  return names.some(([category]) => category === current) ? names : [...names, [current, current]]
}

export function useWindowNames(current: number): ReadonlyArray<readonly [number, string]> {
  const { t } = useLingui()
  const names: ReadonlyArray<readonly [number, string]> = [
    [1, t`per second`],
    [60, t`per minute`],
    [3600, t`per hour`],
    [86_400, t`per day`],
    [2_592_000, t`per 30 days`],
  ]
  return names.some(([seconds]) => seconds === current)
    ? names
    : [...names, [current, t`per ${current} seconds`]]
}
