import type { ReactError } from './react-errors.ts'
import type { Words } from './words.ts'

const CODES: ReadonlySet<number> = new Set([418, 421, 422, 423, 424, 425, 488, 489, 490])
const EARLY_CODES: ReadonlySet<number> = new Set([421, 424])

/** React 17 to 19 in development, and what Vue, Svelte and Angular say about the same. */
const MISMATCH =
  /^(?:Warning: )?(?:Hydration failed because |Text content (?:does not match|did not match)|There was an error while hydrating|A tree hydrated but some attributes|(?:Expected|Did not expect) server HTML to contain|Hydration (?:completed but contains mismatches|(?:\w+ )?mismatch)|Expected the resume to render |hydration_mismatch|NG050[0-3]\b)/i
const EARLY =
  /^(?:This Suspense boundary received an update before it finished hydrating|This root received an early update)/

export function isHydration({ text }: Words, react: ReactError | undefined): boolean {
  return react === undefined ? MISMATCH.test(text) || EARLY.test(text) : CODES.has(react.code)
}

/** React gave up the HTML because state changed too early, not because anything differs. */
export function isEarlyUpdate({ text }: Words, react: ReactError | undefined): boolean {
  return react === undefined ? EARLY.test(text) : EARLY_CODES.has(react.code)
}

/** What differed, if known: React 18 has its own number for text. */
export function mismatchOf({ text }: Words, react: ReactError | undefined): 'text' | 'HTML' {
  if (react !== undefined) return react.code === 425 || react.args[0] === 'text' ? 'text' : 'HTML'
  return /^(?:Warning: )?Text content |server rendered text /i.test(text) ? 'text' : 'HTML'
}
