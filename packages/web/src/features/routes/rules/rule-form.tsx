import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDebounced } from '#lib/browser/debounced.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { RulePreview } from './rule-preview.tsx'

interface Props {
  readonly project: string
  /** What is in the field at first. */
  readonly pattern: string
  readonly word: string
  readonly busy: boolean
  readonly onSave: (pattern: string) => Promise<void>
  readonly onCancel?: () => void
}

const SETTLED_MS = 300

/** A pattern with what it would name, as one types. */
export function RuleForm({ project, pattern, word, busy, onSave, onCancel }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(pattern)
  const [error, setError] = useState<unknown>()
  const settled = useDebounced(text.trim(), SETTLED_MS)
  const save = async () => {
    try {
      await onSave(text.trim())
      // Whoever typed on while it was saved keeps what they typed.
      setText((now) => (now === text ? pattern : now))
      setError(undefined)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <form
      className="grid gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      {error !== undefined && <Failure title={t`Couldn’t save the rule`} error={error} />}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label={t`Pattern`}
            hint={t`As your router writes it: /users/[id], /users/:id, /users/$id or /docs/*`}
            required
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            className="code"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <span className="flex gap-2 self-center">
          <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
            {word}
          </Button>
          {onCancel !== undefined && (
            <Button className="min-h-8" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </span>
      </div>
      {settled !== '' && <RulePreview project={project} pattern={settled} />}
    </form>
  )
}
