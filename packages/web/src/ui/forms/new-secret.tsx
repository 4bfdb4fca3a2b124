import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#ui/base/button.tsx'
import { CopyField } from './copy-field.tsx'

export interface FreshSecret {
  readonly name: string
  readonly secret: string
}

interface Props {
  readonly secret: string
  readonly label: string
  readonly title: ReactNode
  /** What is copied, as the button names it. */
  readonly copies: string
  readonly onDone: () => void
  readonly children: ReactNode
}

/** A secret that is shown once, until confirmed as saved. */
export function NewSecret({ secret, label, title, copies, onDone, children }: Props) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [secret])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={label}
      className="grid gap-2 rounded-panel border border-accent bg-surface p-3"
    >
      <h2 className="text-form font-bold">{title}</h2>
      <p className="text-muted">{children}</p>
      <CopyField value={secret} label={copies} />
      <div>
        <Button icon="check" onClick={onDone}>
          <Trans>I’ve saved it</Trans>
        </Button>
      </div>
    </section>
  )
}
