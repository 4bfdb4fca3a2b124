import type { RuleProblem } from './problem.ts'

export const EVENT_FIELDS = [
  'type',
  'message',
  'level',
  'logger',
  'transaction',
  'release',
  'environment',
  'platform',
] as const
export const FRAME_FIELDS = ['frame.file', 'frame.function', 'frame.module'] as const

export type EventField = (typeof EVENT_FIELDS)[number]
export type FrameField = (typeof FRAME_FIELDS)[number]

/** `tags.x` is the value of a tag. */
export interface Matcher {
  readonly field: EventField | FrameField | `tags.${string}`
  /** With `*` and `?`, in any case. */
  readonly pattern: string
  readonly negated: boolean
}

export const FINGERPRINT_VARIABLES = ['default', 'type', 'message', 'transaction', 'level'] as const
export type FingerprintVariable = (typeof FINGERPRINT_VARIABLES)[number]

export type FingerprintPart = { readonly text: string } | { readonly variable: FingerprintVariable }

export type RuleAction =
  | { readonly kind: 'fingerprint'; readonly parts: readonly FingerprintPart[] }
  | { readonly kind: 'in_app' }
  | { readonly kind: 'not_in_app' }
  | { readonly kind: 'ignore_frame' }

export interface GroupingRule {
  /** From 1. */
  readonly line: number
  /** All must hold; those about frames for one and the same frame. */
  readonly matchers: readonly Matcher[]
  readonly action: RuleAction
}

/** Where a rule cannot be read, and why. Both from 1, as editors count. */
export interface RuleError {
  readonly line: number
  readonly column: number
  /** Characters from there that are meant. */
  readonly length: number
  readonly message: string
  readonly problem: RuleProblem
}

export function isFrameMatcher({ field }: Matcher): boolean {
  return field.startsWith('frame.')
}
