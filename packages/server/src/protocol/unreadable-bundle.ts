import { AppError } from '#domain/app-error.ts'

/** For the uploader: the tool prints this message. */
export function unreadable(why: string): AppError {
  return new AppError('invalid_input', `Can’t read the bundle: ${why}.`)
}
