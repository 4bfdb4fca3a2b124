import { useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { Button } from './button.tsx'

/** A button that says that it worked, in sight and to a screen reader. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, say] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    const timer = setTimeout(() => say('idle'), 2000)
    return () => clearTimeout(timer)
  }, [said])
  const word = { idle: 'Copy', copied: 'Copied', failed: 'Select it' }[said]
  return (
    <>
      <Button
        aria-label={said === 'idle' ? `Copy ${label}` : word}
        onClick={() => void copyText(text).then((copied) => say(copied ? 'copied' : 'failed'))}
      >
        {word}
      </Button>
      <span className="visually-hidden" role="status">
        {said === 'copied' ? `${label} copied` : ''}
      </span>
    </>
  )
}

export function CopyField({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="copy-field">
      <code>{value}</code>
      <CopyButton text={value} label={label} />
    </div>
  )
}
