import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** What was to be done, as in "The events could not be loaded". */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What failed, why, the number under which the server's log has the cause, and a way on. */
export function Failure({ title, error, onRetry }: Props) {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return (
    <Notice
      tone="error"
      title={title}
      actions={onRetry === undefined ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {typeof digest === 'string' && <p className="mono">{`Digest: ${digest}`}</p>}
    </Notice>
  )
}
