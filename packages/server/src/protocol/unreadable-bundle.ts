import { AppError } from '#domain/app-error.ts'

/** For whoever uploaded it: the sentence is what the tool prints. */
export function unreadable(why: string): AppError {
  return new AppError('invalid_input', `Can’t read the bundle: ${why}.`)
}
