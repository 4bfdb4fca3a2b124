import { useEffect, useState } from 'react'
import { copyText } from '#lib/browser/clipboard.ts'
import { IconButton } from '#ui/base/button.tsx'

interface Props {
  readonly text: string
  readonly label: string
  /** Said to a screen reader once it worked. */
  readonly said: string
}

export function CopyIcon({ text, label, said }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={label}
        onClick={() => void copyText(text).then(setCopied)}
      />
      <span className="sr-only" role="status">
        {copied ? said : ''}
      </span>
    </>
  )
}
