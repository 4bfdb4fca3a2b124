import type { ReactError } from './react-errors.ts'
import type { Words } from './words.ts'

const SERVER_CODES: ReadonlySet<number> = new Set([419, 441])
const SERVER_RENDER =
  /^(?:An error occurred in the Server Components render|The server could not finish this Suspense boundary)/

/**
 * How the messages begin that stand in a browser for those of the server, for searches. Without 419, which also stands
 * for a server that was stopped, and which browsers get over.
 */
export const HIDDEN_SERVER_ERRORS: readonly string[] = [
  'Minified React error #441;',
  'An error occurred in the Server Components render',
]

export function isServerRender({ text }: Words, react: ReactError | undefined): boolean {
  return react === undefined ? SERVER_RENDER.test(text) : SERVER_CODES.has(react.code)
}

const ACTIONS: readonly RegExp[] = [
  /^Server Action "([^"]{1,100})" was not found on the server/,
  /^Failed to find Server Action(?: "([^"]{1,100})")?/,
  /^Invalid Server Actions request/,
  /^An unexpected response was received from the server\.?$/,
]

/** The ID of the action, empty if unknown; undefined: not this problem. */
export function failedAction({ type, text }: Words): string | undefined {
  const match = ACTIONS.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (match === undefined) return type === 'UnrecognizedActionError' ? '' : undefined
  return match[1] ?? ''
}

const CONTROL_CODES: ReadonlySet<number> = new Set([460, 474, 542])
const CONTROL_FLOW =
  /^(NEXT_REDIRECT|NEXT_NOT_FOUND|NEXT_HTTP_ERROR_FALLBACK|NEXT_STATIC_GEN_BAILOUT|DYNAMIC_SERVER_USAGE|BAILOUT_TO_CLIENT_SIDE_RENDERING|HANGING_PROMISE_REJECTION|NEXT_PRERENDER_INTERRUPTED|Dynamic server usage|Bail out to client-side rendering|Suspense Exception)\b/

/** What was meant: `NEXT_REDIRECT to /login`, `NEXT_HTTP_ERROR_FALLBACK 404`. */
export function leakedControlFlow({ text }: Words, react: ReactError | undefined): string | undefined {
  if (react !== undefined) return CONTROL_CODES.has(react.code) ? 'Suspense Exception' : undefined
  const name = CONTROL_FLOW.exec(text)?.[1]
  if (name === undefined) return undefined
  const parts = text.split('\n', 1)[0]!.split(';')
  if (name === 'NEXT_REDIRECT' && parts[2]) return `${name} to ${parts[2]}`
  return name === 'NEXT_HTTP_ERROR_FALLBACK' && parts[1] ? `${name} ${parts[1]}` : name
}
