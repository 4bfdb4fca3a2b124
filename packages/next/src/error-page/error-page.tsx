import { useEffect, useState, type FunctionComponent, type ReactElement } from 'react'
import { CopyDetails } from './copy-details.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { reportOnce } from './report.ts'
import type { ErrorPageSdk } from './sdk.ts'
import { DOCUMENT_STYLES, STYLES } from './styles.ts'
import { DEFAULT_TEXTS, type ErrorPageTexts } from './texts.ts'

/** What Next.js gives to `error.tsx` and `global-error.tsx`, and what a site may add. */
export interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string }
  /** Renders what failed again. */
  readonly reset?: () => void
  /** Instead of the English ones. */
  readonly texts?: Partial<ErrorPageTexts>
  /** False: nobody is asked what happened. */
  readonly feedback?: boolean
  /** Of a content security policy, for the styles. */
  readonly nonce?: string
}

export interface GlobalErrorPageProps extends ErrorPageProps {
  /** Language of the document. */
  readonly lang?: string
}

export interface ErrorPages {
  readonly ErrorPage: FunctionComponent<ErrorPageProps>
  readonly GlobalErrorPage: FunctionComponent<GlobalErrorPageProps>
}

/** As much of an id as one reads out on the phone. */
const SHORT_ID = 8

export function createErrorPages(sdk: ErrorPageSdk): ErrorPages {
  function ErrorPage({ error, reset, texts: given, feedback = true, nonce }: ErrorPageProps): ReactElement {
    const texts = { ...DEFAULT_TEXTS, ...given }
    const [eventId, setEventId] = useState<string>()
    useEffect(() => setEventId(reportOnce(sdk, error)), [error])
    const number = error.digest ?? eventId?.slice(0, SHORT_ID)
    return (
      <div className="hindcast-error">
        <style nonce={nonce}>{STYLES}</style>
        <div role="alert">
          <h1>{texts.title}</h1>
          <p>{texts.sentence}</p>
        </div>
        {number !== undefined && (
          <p className="hindcast-error-muted">
            {texts.number} <code>{number}</code>
          </p>
        )}
        <div className="hindcast-error-row">
          <button type="button" data-primary="" onClick={() => tryAgain(error, reset)}>
            {texts.retry}
          </button>
          <CopyDetails
            word={texts.copy}
            done={texts.copied}
            details={() => detailsOf(`${texts.number} ${number ?? ''}`, eventId)}
          />
        </div>
        {feedback && eventId !== undefined && <FeedbackForm sdk={sdk} eventId={eventId} texts={texts} />}
      </div>
    )
  }

  function GlobalErrorPage({ lang = 'en', ...props }: GlobalErrorPageProps): ReactElement {
    const { title } = { ...DEFAULT_TEXTS, ...props.texts }
    return (
      <html lang={lang}>
        <head>
          <title>{title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <style nonce={props.nonce}>{DOCUMENT_STYLES}</style>
        </head>
        <body>
          <main>
            <ErrorPage {...props} />
          </main>
        </body>
      </html>
    )
  }

  return { ErrorPage, GlobalErrorPage }
}

/** What failed on the server is only asked for again by a new request; `reset` renders the same answer once more. */
function tryAgain(error: ErrorPageProps['error'], reset: (() => void) | undefined): void {
  if (reset === undefined || error.digest !== undefined) location.reload()
  else reset()
}

function detailsOf(number: string, eventId: string | undefined): string {
  const lines = [number.trim(), location.href, new Date().toISOString()]
  if (eventId !== undefined) lines.splice(1, 0, `Event ${eventId}`)
  return lines.join('\n')
}
