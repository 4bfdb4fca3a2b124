import { errorKind } from '#digest/kinds/errors/kind.ts'
import type { ErrorTools } from '#digest/kinds/errors/kind.ts'
import { feedbackKind } from '#digest/kinds/feedback/kind.ts'
import { kindsOf } from './kind.ts'
import type { Kinds } from './kind.ts'
import { rawKind } from '#digest/kinds/raw/kind.ts'
import { securityKind } from '#digest/kinds/security/kind.ts'
import { sessionKind } from '#digest/kinds/sessions/kind.ts'
import { spanKind } from '#digest/kinds/spans/kind.ts'

/** What kinds may use of the world outside. */
export type KindTools = ErrorTools

/** Every kind that this version reads; everything else is kept raw. */
export function createKinds(tools: KindTools = {}): Kinds {
  const errors = errorKind(tools)
  return kindsOf([errors, securityKind(errors.table, tools), sessionKind, spanKind, feedbackKind], rawKind)
}
