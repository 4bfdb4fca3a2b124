import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#lib/api/client.ts'
import { Button } from '#ui/base/button.tsx'
import { Notice } from './notice.tsx'

interface Props {
  /** What was to be done, as in "Couldn’t load the events". */
  readonly title: string
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What failed, why, the number under which the report is found, and a way on. */
export function Failure({ title, error, onRetry }: Props) {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    too_slow: t`The search took too long. Try a shorter time range or a more specific query.`,
    busy: t`The server is busy. Try again in a moment.`,
  }
  const wordsFor = (failed: unknown) =>
    (failed instanceof ApiError ? words[failed.code] : undefined) ??
    (failed instanceof Error ? failed.message : String(failed))
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return (
    <Notice
      tone="error"
      title={title}
      actions={onRetry === undefined ? undefined : <Button onClick={onRetry}>{t`Try again`}</Button>}
    >
      <p>{wordsFor(error)}</p>
      {typeof digest === 'string' && <p className="code">{`Digest: ${digest}`}</p>}
    </Notice>
  )
}
