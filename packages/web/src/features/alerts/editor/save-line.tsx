import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'

interface Props {
  readonly isNew: boolean
  readonly dirty: boolean
  readonly busy: boolean
  readonly complete: boolean
  readonly tellsNobody: boolean
  readonly error: unknown
  readonly onDiscard: () => void
}

export function SaveLine({ isNew, dirty, busy, complete, tellsNobody, error, onDiscard }: Props) {
  const { t } = useLingui()
  const word = isNew ? t`Create alert` : t`Save`
  return (
    <>
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <Button type="submit" kind={dirty ? 'primary' : 'plain'} busy={busy || !dirty || !complete}>
          {busy ? t`Saving…` : word}
        </Button>
        {dirty && !busy && !isNew && (
          <Button kind="quiet" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        )}
        <span role="status" className="text-meta text-warning">
          {dirty && !busy && !isNew && <Trans>Unsaved changes</Trans>}
          {tellsNobody && isNew && <Trans>It doesn’t notify anyone yet.</Trans>}
        </span>
      </div>
      {error !== undefined && <Failure title={t`Couldn’t save the alert`} error={error} />}
    </>
  )
}
