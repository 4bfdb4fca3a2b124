import { AppError } from '#domain/app-error.ts'
import { CONTROLS } from '#domain/controls.ts'

const LONGEST = 64

/** A name or a label: trimmed, not empty, one line. `what` starts the sentence when it is not. */
export function shortText(what: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new AppError('invalid_input', `${what} must not be empty.`)
  if (trimmed.length > LONGEST) {
    throw new AppError('invalid_input', `${what} must have ${LONGEST} characters or fewer.`)
  }
  if (CONTROLS.test(trimmed)) throw new AppError('invalid_input', `${what} must not have control characters.`)
  return trimmed
}
