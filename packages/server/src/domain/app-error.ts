export type AppErrorCode =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'invalid_input'
  | 'conflict'
  | 'rate_limited'
  | 'store_unavailable'
  /** Took longer than a question may. */
  | 'too_slow'
  /** Too many questions wait already. */
  | 'busy'
  /** The client disconnected. */
  | 'cancelled'

/** A failure whose message is meant for the caller. Anything else that is thrown becomes a 500 with a digest. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  constructor(code: AppErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
