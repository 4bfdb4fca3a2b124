import { AppError } from '#domain/app-error.ts'

/** The command was not understood, so nothing was done: exit code 2, where 1 says that it was and failed. */
export class WrongUse extends AppError {
  constructor(message: string) {
    super('invalid_input', message)
  }
}
