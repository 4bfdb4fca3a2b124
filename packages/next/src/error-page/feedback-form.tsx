import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import type { ErrorPageSdk } from './sdk.ts'
import type { ErrorPageTexts } from './texts.ts'

interface Props {
  readonly sdk: ErrorPageSdk
  readonly eventId: string
  readonly texts: ErrorPageTexts
}

/** What SDKs and servers keep of a message. */
const LONGEST_MESSAGE = 4096

/** "Tell us what happened": arrives as feedback about the event. */
export function FeedbackForm({ sdk, eventId, texts }: Props): ReactElement {
  const [isSent, setSent] = useState(false)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const field = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const [message, name, email] = [field('message'), field('name'), field('email')]
    if (message === '') return
    sdk.captureFeedback({
      message,
      ...(name !== '' && { name }),
      ...(email !== '' && { email }),
      url: location.href,
      source: 'error-page',
      associatedEventId: eventId,
    })
    setSent(true)
  }
  if (isSent) return <p role="status">{texts.thanks}</p>
  return (
    <details>
      <summary>{texts.tell}</summary>
      <form onSubmit={send}>
        <Field label={texts.message}>
          <textarea name="message" required maxLength={LONGEST_MESSAGE} />
        </Field>
        <Field label={texts.name} note={texts.optional}>
          <input name="name" autoComplete="name" maxLength={128} />
        </Field>
        <Field label={texts.email} note={texts.optional}>
          <input name="email" type="email" autoComplete="email" maxLength={256} />
        </Field>
        <div>
          <button data-primary="">{texts.send}</button>
        </div>
      </form>
    </details>
  )
}

interface FieldProps {
  readonly label: string
  readonly note?: string
  readonly children: ReactNode
}

function Field({ label, note, children }: FieldProps): ReactElement {
  return (
    <label>
      <span>
        {label} {note !== undefined && <span className="hindcast-error-muted">({note})</span>}
      </span>
      {children}
    </label>
  )
}
