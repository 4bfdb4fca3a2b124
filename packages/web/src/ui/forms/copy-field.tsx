import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { copyText } from '#lib/browser/clipboard.ts'
import { Button } from '#ui/base/button.tsx'

/** A button that says that it worked, in sight and to a screen reader. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useLingui()
  const [said, say] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    const timer = setTimeout(() => say('idle'), 2000)
    return () => clearTimeout(timer)
  }, [said])
  const word = { idle: t`Copy`, copied: t`Copied`, failed: t`Select the text to copy it` }[said]
  return (
    <>
      <Button
        icon={said === 'copied' ? 'check' : 'copy'}
        aria-label={said === 'idle' ? t`Copy ${label}` : word}
        onClick={() => void copyText(text).then((copied) => say(copied ? 'copied' : 'failed'))}
      >
        {word}
      </Button>
      <span className="sr-only" role="status">
        {said === 'copied' ? t`${label} copied` : ''}
      </span>
    </>
  )
}

export function CopyField({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="flex items-stretch gap-2">
      <code className="code min-w-0 flex-1 rounded-control border border-line bg-code px-2.5 py-1 break-all">
        {value}
      </code>
      <CopyButton text={value} label={label} />
    </div>
  )
}
