import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'

export interface FreshSecret {
  readonly name: string
  readonly secret: string
}

/** The one time it is on the screen. */
export function NewSecret({ fresh, onDone }: { readonly fresh: FreshSecret; readonly onDone: () => void }) {
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
      aria-label={t`The secret of the webhook`}
      className="grid gap-2 rounded-panel border border-accent bg-surface p-3"
    >
      <h2 className="text-form font-bold">
        <Trans>Copy the secret of {name} now</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          Every message is signed with it: <span className="code">X-Hindcast-Signature</span> holds{' '}
          <span className="code">t=…,v1=…</span>, the HMAC-SHA256 of the seconds, a dot and the body. Nobody
          can show it again.
        </Trans>
      </p>
      <CopyField value={secret} label={t`secret of ${name}`} />
      <div>
        <Button icon="check" onClick={onDone}>
          <Trans>I have stored it</Trans>
        </Button>
      </div>
    </section>
  )
}
