import { useLingui } from '@lingui/react/macro'
import { livePhase } from '#product/live/live.ts'
import { useSelector } from '@tanstack/react-store'

/** Whether what happens now is shown now. */
export function LiveMark() {
  const { t } = useLingui()
  const phase = useSelector(livePhase)
  const label = { open: t`Live`, connecting: t`Connecting…`, broken: t`Not live` }[phase]
  return (
    <span className="inline-flex items-center gap-1.5 text-meta text-subtle" role="status">
      <span
        className={`size-2 rounded-full ${phase === 'open' ? 'bg-mark-success' : 'border border-line-strong'}`}
        aria-hidden="true"
      />
      {label}
    </span>
  )
}
