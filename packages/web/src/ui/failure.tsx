import { useLingui } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** What was to be done, as in "The events could not be loaded". */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What failed, why, the number under which the report is found, and a way on. */
export function Failure({ title, error, onRetry }: Props) {
  const { t } = useLingui()
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return (
    <Notice
      tone="error"
      title={title}
      actions={onRetry === undefined ? undefined : <Button onClick={onRetry}>{t`Try again`}</Button>}
    >
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {typeof digest === 'string' && <p className="code">{`Digest: ${digest}`}</p>}
    </Notice>
  )
}
