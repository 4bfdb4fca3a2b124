import { Trans } from '@lingui/react/macro'
import { useReach } from '#lib/api/reachability.ts'

/** The only word about a missing server: what is on screen stays, and the page recovers by itself. */
export function Banner() {
  const { gone } = useReach()
  return (
    <div role="status" className={gone ? 'bg-tint-warning px-4 py-1.5 text-warning' : 'sr-only'}>
      {gone && <Trans>Can’t reach the server. Retrying…</Trans>}
    </div>
  )
}
