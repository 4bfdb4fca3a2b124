import { useState, type ReactElement } from 'react'

interface Props {
  readonly details: () => string
  readonly word: string
  readonly done: string
}

/** Where the browser allows no copying, the details are shown to be copied by hand. */
export function CopyDetails({ details, word, done }: Props): ReactElement {
  const [copied, setCopied] = useState<'no' | 'yes' | { readonly shown: string }>('no')
  const copy = async () => {
    const text = details()
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      setCopied({ shown: text })
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{copied === 'yes' ? done : word}</span>
      </button>
      {typeof copied === 'object' && <pre tabIndex={0}>{copied.shown}</pre>}
    </>
  )
}
