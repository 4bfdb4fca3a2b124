import type { ErrorPageSdk } from './sdk.ts'

/** Of errors that were reported: React shows an error page more than once for the same error. */
const reported = new WeakMap<object, string>()

/** Reports the error unless somebody did already. Answers the id of its event, or nothing where the SDK is off. */
export function reportOnce(sdk: ErrorPageSdk, error: unknown): string | undefined {
  if (sdk.getClient() === undefined) return undefined
  if (typeof error !== 'object' || error === null) return sdk.captureException(error)
  const known = reported.get(error)
  if (known !== undefined) return known
  // The SDK answers a new id for an error that it has sent before, and sends nothing under it.
  const wasSent = '__sentry_captured__' in error
  const id = (wasSent ? sdk.lastEventId() : undefined) ?? sdk.captureException(error)
  reported.set(error, id)
  return id
}
