import type { RuleError } from '@hindcast/contract/issues/rules.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { cx } from '#ui/base/class-names.ts'
import { marksOf, placeOf } from './error-marks.ts'
import { problemWords } from './problem-words.ts'

interface Props {
  readonly text: string
  readonly errors: readonly RuleError[]
  readonly readOnly?: boolean
  readonly onChange: (text: string) => void
}

const EXAMPLE = 'type:TypeError message:"*timeout*" -> fingerprint payment-timeout {{ default }}'
const LETTERS = 'code m-0 block min-h-72 w-full whitespace-pre p-3 leading-6'

/** A text field whose mistakes are underlined where they are: the same text lies behind it, and moves with it. */
export function RulesEditor({ text, errors, readOnly = false, onChange }: Props) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const behind = useRef<HTMLPreElement>(null)
  const goTo = (error: RuleError) => {
    field.current?.focus()
    field.current?.setSelectionRange(...placeOf(text, error))
  }
  return (
    <div className="grid gap-2">
      <div
        className={cx(
          'relative overflow-hidden rounded-control border bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus',
          errors.length > 0 ? 'border-error' : 'border-line-strong',
        )}
      >
        <pre
          ref={behind}
          aria-hidden="true"
          className={cx(LETTERS, 'absolute inset-0 overflow-hidden text-transparent')}
        >
          {marksOf(text, errors).map(({ text: part, faulty }, index) =>
            faulty ? (
              <span key={index} className="bg-tint-error underline decoration-error decoration-wavy">
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </pre>
        <textarea
          ref={field}
          className={cx(LETTERS, 'relative resize-y overflow-auto bg-transparent text-fg outline-none')}
          aria-label={t`Rules`}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby="rules-errors"
          readOnly={readOnly}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          maxLength={20_000}
          rows={14}
          placeholder={readOnly ? undefined : EXAMPLE}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onScroll={({ currentTarget }) => {
            behind.current!.scrollTop = currentTarget.scrollTop
            behind.current!.scrollLeft = currentTarget.scrollLeft
          }}
        />
      </div>
      <Errors errors={errors} onChoose={goTo} />
    </div>
  )
}

interface ErrorsProps {
  readonly errors: readonly RuleError[]
  readonly onChoose: (error: RuleError) => void
}

function Errors({ errors, onChoose }: ErrorsProps) {
  return (
    <div id="rules-errors" role="status">
      <ul className="grid gap-1">
        {errors.map((error) => (
          <li key={error.line}>
            <button
              type="button"
              className="min-h-6 rounded-control text-start text-error hover:underline"
              onClick={() => onChoose(error)}
            >
              <Trans>
                Line {error.line}, character {error.column}: {problemWords(error)}
              </Trans>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
