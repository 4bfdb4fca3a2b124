import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { faultsOf } from '../../lib/faults.ts'
import { useMay } from '../../lib/may.ts'
import type { Saving } from './use-draft.ts'

interface Props {
  readonly draft: Saving
  /** Something in the section cannot be saved as it stands. */
  readonly invalid?: boolean
}

/** The end of a section: whether it is saved, and how to make it so. */
export function SaveBar({ draft, invalid = false }: Props) {
  const { t } = useLingui()
  const { dirty, busy, error, discard } = draft
  const mayChange = useMay('project:write')
  const unnamed = error !== undefined && Object.keys(faultsOf(error)).length === 0
  if (!mayChange) return null
  return (
    <>
      {unnamed && <Failure title={t`This could not be saved`} error={error} />}
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <Button type="submit" kind={dirty ? 'primary' : 'plain'} busy={busy || !dirty || invalid}>
          {busy ? t`Saving…` : t`Save`}
        </Button>
        {dirty && !busy && (
          <Button kind="quiet" onClick={discard}>
            <Trans>Discard</Trans>
          </Button>
        )}
        <span role="status" className="text-meta text-warning">
          {dirty && !busy && <Trans>Unsaved changes</Trans>}
        </span>
      </div>
    </>
  )
}
