import { CallError } from '#lib/api/call.ts'

/** The server does not understand the search; the error says where. */
export function isUnreadable(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'invalid_input'
}
