import { Trans, useLingui } from '@lingui/react/macro'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'

interface Props {
  readonly tone: 'done' | 'failed'
  readonly text: string
  readonly onUndo?: () => void
  /** The one the shortcut takes back. */
  readonly newest?: boolean
  readonly onDismiss: () => void
}

/** What was done, and the way back. */
export function Toast({ tone, text, onUndo, newest = false, onDismiss }: Props) {
  const { t } = useLingui()
  const failed = tone === 'failed'
  return (
    <div
      className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-dialog border border-s-3 border-line bg-surface py-1.5 ps-3 pe-1.5 shadow-overlay ${failed ? 'border-s-mark-error' : 'border-s-mark-success'}`}
    >
      <span className={failed ? 'text-error' : 'text-success'}>
        <Icon name={failed ? 'issues' : 'check'} />
      </span>
      <p className="min-w-0 py-1 pe-2">{text}</p>
      {onUndo !== undefined && (
        <Button icon="undo" onClick={onUndo}>
          <Trans>Undo</Trans>
          {newest && <Kbd keys="$mod+z" />}
        </Button>
      )}
      <IconButton icon="close" label={t`Dismiss`} onClick={onDismiss} />
    </div>
  )
}
