import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/base/button.tsx'
import { CopyButton } from '#ui/forms/copy-field.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shown only once, until confirmed as saved. */
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
        <Trans>Save your recovery codes</Trans>
      </h3>
      <p className="text-muted">
        <Trans>Use one of these if you lose your phone. Each works once, and they are only shown now.</Trans>
      </p>
      <ul className="code grid gap-x-6 gap-y-1 phone:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label={t`recovery codes`} />
        <Button icon="check" onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
      </div>
    </section>
  )
}
