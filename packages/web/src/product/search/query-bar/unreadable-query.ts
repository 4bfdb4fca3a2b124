import { ApiError } from '#lib/api/client.ts'

/** The server does not understand the search; the error says where. */
export function isUnreadable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'invalid_input'
}
