import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/base/button.tsx'
import { CopyButton } from '#ui/forms/copy-field.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The one time they are on the screen; they stay until somebody says that they have them. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`Recovery codes`}
      className="grid gap-3 rounded-panel border border-accent bg-surface p-3"
    >
      <h3 className="text-form font-bold">
        <Trans>Keep these recovery codes</Trans>
      </h3>
      <p className="text-muted">
        <Trans>
          Each of them works once instead of a code from the app, for the day the phone is gone. They are
          shown this once.
        </Trans>
      </p>
      <ul className="code grid gap-x-6 gap-y-1 phone:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label={t`recovery codes`} />
        <Button icon="check" onClick={onDone}>
          <Trans>I have stored them</Trans>
        </Button>
      </div>
    </section>
  )
}
