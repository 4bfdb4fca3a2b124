import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '#ui/base/button.tsx'
import { cx } from '#ui/base/class-names.ts'
import { INPUT } from '#ui/forms/text-field.tsx'

interface Props {
  readonly label: string
  readonly text?: string
  readonly action: string
  /** Answers whether it was taken. */
  readonly onSend: (text: string) => Promise<boolean>
  readonly onCancel?: () => void
}

/** What is written stays until the server has it. */
export function CommentBox({ label, text: before = '', action, onSend, onCancel }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(before)
  const [busy, setBusy] = useState(false)
  const empty = text.trim() === ''
  const send = async () => {
    if (empty || busy) return
    setBusy(true)
    const taken = await onSend(text)
    setBusy(false)
    if (taken) setText('')
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel !== undefined) {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        autoFocus={onCancel !== undefined}
        className={cx(INPUT, 'field-sizing-content min-h-16 max-h-64 py-1.5')}
        aria-label={label}
        placeholder={label}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKey}
      />
      {(!empty || onCancel !== undefined) && (
        <div className="flex flex-wrap items-center gap-1.5">
          <Button type="submit" kind="primary" busy={busy || empty}>
            {action}
          </Button>
          {onCancel !== undefined && (
            <Button kind="quiet" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <span className="text-meta text-subtle">{t`Ctrl or ⌘ and Enter`}</span>
        </div>
      )}
    </form>
  )
}
