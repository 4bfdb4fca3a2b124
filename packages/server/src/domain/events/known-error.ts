/** Problems that are known by their text or their stack, whatever the application. A closed list. */
export const RECOGNISED_KINDS = [
  'chunk_load_error',
  'hydration_mismatch',
  'server_render_error',
  'failed_server_action',
  'leaked_control_flow',
  'resize_observer_loop',
  'script_error',
  'translated_dom',
  'extension_noise',
  'network_failure',
  'react_error',
] as const
export type RecognisedKind = (typeof RECOGNISED_KINDS)[number]

/**
 * `noise`: users do not notice, and there is nothing to fix. `minor`: the user is held up and can continue.
 * `serious`: something the user wanted failed.
 */
export const RECOGNISED_SEVERITIES = ['noise', 'minor', 'serious'] as const
export type RecognisedSeverity = (typeof RECOGNISED_SEVERITIES)[number]

/** What is explained: a kind, or a part of one that needs other words. */
export const EXPLANATION_CODES = [...RECOGNISED_KINDS, 'early_update'] as const
export type ExplanationCode = (typeof EXPLANATION_CODES)[number]

/** What a kind of problem is, in words for people. */
export interface Explanation {
  readonly title: string
  /** One sentence. */
  readonly about: string
  /** How to confirm the problem. */
  readonly confirm: string
  readonly fix: string
  readonly severity: RecognisedSeverity
}

export interface RecognisedDetails {
  /** The number in `Minified React error #418`. */
  readonly reactCode: number | undefined
  /** React's message, with arguments filled in. */
  readonly message: string | undefined
  /** Where more is written about it. */
  readonly link: string | undefined
  /** What it is about: the file that did not load, the id of the action, where the redirect leads. */
  readonly subject: string | undefined
}

export interface Recognised extends Explanation {
  readonly kind: RecognisedKind
  /** Which explanation it is, for those who have it in other words. */
  readonly explanation: ExplanationCode
  readonly details: RecognisedDetails
}
