import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/base/button.tsx'

interface Props {
  readonly dirty: boolean
  readonly busy: boolean
  /** What stands there cannot be saved. */
  readonly invalid: boolean
  readonly onDiscard: () => void
}

/** The end of a form that keeps what was saved until it is submitted: whether it is saved, and how to make it so. */
export function SaveRow({ dirty, busy, invalid, onDiscard }: Props) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-2">
      <Button type="submit" kind={dirty ? 'primary' : 'plain'} busy={busy || !dirty || invalid}>
        {busy ? t`Saving…` : t`Save`}
      </Button>
      {dirty && !busy && (
        <Button kind="quiet" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      )}
      <span role="status" className="text-meta text-warning">
        {dirty && !busy && <Trans>Unsaved changes</Trans>}
      </span>
    </div>
  )
}
