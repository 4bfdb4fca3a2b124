import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { sendTestError } from './test-error.ts'

type Sent =
  | { readonly state: 'idle' | 'sending' }
  | { readonly state: 'accepted'; readonly eventId: string }
  | { readonly state: 'failed'; readonly why: string }

export function TestErrorButton({ dsn }: { readonly dsn: string | undefined }) {
  const [sent, setSent] = useState<Sent>({ state: 'idle' })
  const send = async () => {
    if (dsn === undefined) return
    setSent({ state: 'sending' })
    try {
      setSent({ state: 'accepted', eventId: await sendTestError(dsn) })
    } catch (error) {
      setSent({ state: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      <Button busy={sent.state === 'sending' || dsn === undefined} onClick={() => void send()}>
        Send a test error
      </Button>
      <p className="said" role="status" data-state={sent.state}>
        {sent.state === 'accepted' && (
          <>
            Accepted and on disk: <code>{sent.eventId}</code>
          </>
        )}
        {sent.state === 'failed' && sent.why}
      </p>
    </>
  )
}
