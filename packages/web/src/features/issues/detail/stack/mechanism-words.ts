import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Exception } from './frame-runs.ts'

/** The mechanisms SDKs name, old and new spelling, first match wins. */
const WORDS: ReadonlyArray<readonly [RegExp, MessageDescriptor]> = [
  [/unhandledrejection/i, msg`A promise was rejected and nothing handled it.`],
  [/uncaughtexception/i, msg`Nothing caught it; it ended the process.`],
  [/error_?boundary|componentdidcatch|captureReactException/i, msg`A React error boundary caught it.`],
  [/react/i, msg`React caught it while rendering.`],
  [/(?:^|\.)onerror$/i, msg`It was thrown and nothing caught it.`],
  [/console/i, msg`It was written to the console.`],
  [
    /browserapierrors|instrument|setTimeout|addEventListener|requestAnimationFrame/i,
    msg`It was thrown in a callback of the browser.`,
  ],
  [/https?_?client|http\.client/i, msg`A request was answered with an error.`],
  [
    /middleware|express|fastify|koa|hono|http|route|request/i,
    msg`It was thrown while a request was handled.`,
  ],
]

/** How the error came to be reported, in a sentence; undefined where the sender says nothing. */
export function mechanismWords(mechanism: Exception['mechanism']): string | undefined {
  if (mechanism === null || mechanism.type === 'chained') return undefined
  const known = WORDS.find(([pattern]) => pattern.test(mechanism.type))
  if (known !== undefined) return i18n._(known[1])
  if (mechanism.handled === true) return i18n._(msg`The app caught it and reported it.`)
  return mechanism.handled === false ? i18n._(msg`Nothing caught it.`) : undefined
}
