import { Trans } from '@lingui/react/macro'
import { useHighlighted, type Grammar } from '#lib/browser/highlight.ts'
import { cx } from '#ui/base/class-names.ts'

/** Few colours, each readable on the background of code and of the hit line in both themes. */
const KINDS: Readonly<Record<string, string>> = {
  keyword: 'text-info',
  literal: 'text-info',
  built_in: 'text-info',
  type: 'text-info',
  string: 'text-success',
  regexp: 'text-success',
  subst: 'text-fg',
  number: 'text-warning',
  title: 'text-accent',
  comment: 'text-subtle italic',
  meta: 'text-subtle',
  tag: 'text-fatal',
  name: 'text-fatal',
  attr: 'text-warning',
}

interface Props {
  readonly lines: readonly string[]
  /** The number of the first line; undefined where none is known. */
  readonly from: number | undefined
  /** Which of the lines is meant, from 0. */
  readonly hit: number
  readonly grammar: Grammar | undefined
  /** Whose source it is, for those who do not see where it stands. */
  readonly label: string
}

/** Some lines of source with one of them marked; long lines scroll inside. */
export function CodeFrame({ lines, from, hit, grammar, label }: Props) {
  const painted = useHighlighted(lines, grammar)
  return (
    <pre
      className="code overflow-x-auto bg-code py-1.5 wrap-normal focus-visible:-outline-offset-2"
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {painted.map((tokens, index) => (
        <div
          key={index}
          className={cx(
            'grid w-max min-w-full grid-cols-[3.75rem_auto] border-s-2 pe-4',
            index === hit ? 'border-mark-error bg-hit' : 'border-transparent',
          )}
        >
          <span className="pe-3 text-end text-subtle select-none">
            {index === hit && <span aria-hidden="true">› </span>}
            {from === undefined ? '' : from + index}
          </span>
          <span>
            {index === hit && (
              <span className="sr-only">
                <Trans>Here: </Trans>
              </span>
            )}
            {tokens.map(({ text, kind }, at) => (
              <span key={at} className={KINDS[kind]}>
                {text}
              </span>
            ))}
            {'\n'}
          </span>
        </div>
      ))}
    </pre>
  )
}
