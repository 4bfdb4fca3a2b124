import { Trans } from '@lingui/react/macro'
import { fixWords } from '#product/source-maps/map-advice.ts'
import type { Frame } from './frame-runs.ts'
import { mapSummary } from './map-summary.ts'

/** One line about a stack: how much of it could be read, and what would make the rest readable. */
export function MapNote({ frames }: { readonly frames: readonly Frame[] }) {
  const summary = mapSummary(frames)
  if (summary === undefined) return null
  const { mapped, built, advice, unknown } = summary
  return (
    <p className="border-b border-line px-3 py-1.5 text-meta text-subtle">
      {unknown ? (
        <Trans>Source maps are unavailable right now. Showing built code.</Trans>
      ) : (
        <span className={mapped === built ? undefined : 'text-warning'}>
          <Trans>
            {mapped} of {built} frames mapped
          </Trans>
        </span>
      )}
      {advice !== null && <span className="text-muted"> · {fixWords(advice)}</span>}
    </p>
  )
}
