import { Trans } from '@lingui/react/macro'

/** Below what has the names of today, as far as they could be given. */
export function RenamedInPart({ isShown }: { readonly isShown: boolean }) {
  if (!isShown) return null
  return (
    <p className="text-meta text-muted">
      <Trans>
        Route names changed in this period. Addresses with little traffic keep their earlier name.
      </Trans>
    </p>
  )
}
