import { captureException, captureFeedback, getClient, lastEventId } from '@sentry/nextjs'
import { createErrorPages, type ErrorPages } from './error-page/error-page.tsx'

export type { ErrorPageProps, GlobalErrorPageProps } from './error-page/error-page.tsx'
export type { ErrorPageTexts } from './error-page/texts.ts'

const pages: ErrorPages = createErrorPages({ captureException, captureFeedback, getClient, lastEventId })

/** For `error.tsx`. */
export const ErrorPage: ErrorPages['ErrorPage'] = pages.ErrorPage
/** For `global-error.tsx`: a document of its own. */
export const GlobalErrorPage: ErrorPages['GlobalErrorPage'] = pages.GlobalErrorPage
