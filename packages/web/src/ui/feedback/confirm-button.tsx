import { useState, type ReactNode } from 'react'
import { Button } from '#ui/base/button.tsx'

interface Props {
  /** What the button says, and its longer name for those who do not see what it belongs to. */
  readonly word: string
  readonly label: string
  /** What happens then, in a sentence. */
  readonly consequence: ReactNode
  readonly confirm: string
  readonly keep: string
  readonly onConfirm: () => Promise<void>
}

/** For what cannot be taken back: asks where it stands, and a double click keeps everything as it is. */
export function ConfirmButton({ word, label, consequence, confirm, keep, onConfirm }: Props) {
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!asking)
    return (
      <Button kind="quiet" aria-label={label} onClick={() => ask(true)}>
        {word}
      </Button>
    )
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') ask(false)
      }}
    >
      <span className="text-meta text-muted">{consequence}</span>
      <Button
        kind="danger"
        busy={busy}
        onClick={() => {
          setBusy(true)
          void onConfirm().finally(() => setBusy(false))
        }}
      >
        {confirm}
      </Button>
      {/* Last, where the first button was. */}
      <Button autoFocus onClick={() => ask(false)}>
        {keep}
      </Button>
    </div>
  )
}
