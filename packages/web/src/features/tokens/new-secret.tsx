import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'

export interface FreshToken {
  readonly name: string
  readonly secret: string
}

/** The one time a secret is on the screen; it stays until somebody says that they have it. */
export function NewSecret({ fresh, onDone }: { readonly fresh: FreshToken; readonly onDone: () => void }) {
  const { t } = useLingui()
  const { name, secret } = fresh
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [secret])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`The new token`}
      className="grid gap-2 rounded-panel border border-accent bg-surface p-3"
    >
      <h2 className="text-form font-bold">
        <Trans>Copy the token {name} now</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          Only its hash is stored, so nobody can show it again. Lost ones are replaced by new ones.
        </Trans>
      </p>
      <CopyField value={secret} label={t`token ${name}`} />
      <div>
        <Button icon="check" onClick={onDone}>
          <Trans>I have stored it</Trans>
        </Button>
      </div>
    </section>
  )
}
