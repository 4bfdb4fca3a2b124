import type { SentryEvent } from '../sdk.ts'

/** Names that the SDK's wrappers give, to mechanisms since version 10 and to transactions in all versions. */
const SHOWN_MECHANISM = /\.nextjs\.(?:server_action|server_component|generation_function)$/
const SHOWN_TRANSACTION = /^serverAction\/| Server Component \(|\.generate\w+ \(/

/**
 * Whether an error page will show a digest for this error of a server. Route handlers, the Pages Router and middleware
 * answer without one, and what no request waited for is shown to nobody.
 */
export function isShownToUsers(event: SentryEvent): boolean {
  const request = event.contexts?.['nextjs']
  if (request?.['router_kind'] !== undefined)
    return (
      request['router_kind'] === 'App Router' && /^(?:render|action)$/.test(String(request['route_type']))
    )
  // The thrown error is the last one: its causes stand before it.
  const { type = '', handled } = event.exception?.values?.at(-1)?.mechanism ?? {}
  if (handled === false) return SHOWN_MECHANISM.test(type) || SHOWN_TRANSACTION.test(event.transaction ?? '')
  // The application reported it. If it throws it again, the SDK does not send it a second time.
  return true
}
