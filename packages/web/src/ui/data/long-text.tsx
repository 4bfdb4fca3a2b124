import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cx } from '#ui/base/class-names.ts'

const MOST_CHARACTERS = 320

interface Props {
  readonly text: string
  readonly className?: string
  readonly most?: number
}

/** Text of any length: what is long shows its beginning and the rest on demand. */
export function LongText({ text, className, most = MOST_CHARACTERS }: Props) {
  const { t } = useLingui()
  const [whole, setWhole] = useState(false)
  const cut = text.length > most * 1.2
  return (
    <span className={cx('wrap-anywhere whitespace-pre-wrap', className)}>
      {cut && !whole ? `${text.slice(0, most)}… ` : text}
      {cut && (
        <button
          type="button"
          className="inline-block min-h-6 rounded-control px-1 font-sans text-meta font-strong text-accent hover:underline"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t`Show less` : t`Show all`}
        </button>
      )}
    </span>
  )
}
