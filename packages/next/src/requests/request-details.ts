/** What Next.js tells `onRequestError` about the request that failed. */
export interface FailedRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Where it failed. The SDK passes on the first three. */
export interface FailedRoute {
  readonly routerKind: string
  readonly routePath: string
  readonly routeType: string
  /** Since Next.js 15: `react-server-components`, `react-server-components-payload` or `server-rendering`. */
  readonly renderSource?: string | undefined
  readonly revalidateReason?: string | undefined
}

/** As `captureRequestError` of the SDK, and as Next.js calls `onRequestError`. */
export type OnRequestError<Request extends FailedRequest, Route extends FailedRoute> = (
  error: unknown,
  request: Request,
  route: Route,
) => void | Promise<void>

/** Added to the context `nextjs`, whose other fields are the SDK's. */
export type RequestDetails = Readonly<Record<string, string>>

// On the global object: Next.js can load this module more than once, and the integration has to find what the hook noted.
const NOTED = Symbol.for('hindcast.next.request-details')

/** Kept as long as the error itself. Texts and other thrown values that are no objects have no details. */
function noted(): WeakMap<object, RequestDetails> {
  const shared = globalThis as { [NOTED]?: WeakMap<object, RequestDetails> }
  return (shared[NOTED] ??= new WeakMap())
}

export interface RequestDetailsOptions {
  /**
   * `proxy.js` reports its errors itself, as with `wrapMiddlewareWithSentry`: the misleading error that Next.js reports
   * after them is left out. Otherwise it is the only sign of them.
   */
  proxyReports?: boolean
}

/**
 * `export const onRequestError = withRequestDetails(captureRequestError)`: the events of these errors also say which part
 * of the rendering failed, why the page was rendered, and which server action was called. Needs `digestIntegration()`.
 */
export function withRequestDetails<Request extends FailedRequest, Route extends FailedRoute>(
  capture: OnRequestError<Request, Route>,
  { proxyReports = false }: RequestDetailsOptions = {},
): OnRequestError<Request, Route> {
  return (error, request, route) => {
    try {
      if (typeof error === 'object' && error !== null) {
        const isFollowUp = followsProxy(error, route)
        if (isFollowUp && proxyReports) return undefined
        noted().set(error, { ...detailsOf(request, route), ...(isFollowUp && { follows: 'proxy' }) })
      }
    } catch {
      // The error is reported in any case.
    }
    return capture(error, request, route)
  }
}

/** When `proxy.js` throws in a build of Turbopack, Next.js reports what happens afterwards instead. */
function followsProxy(error: { readonly message?: unknown }, { routePath }: FailedRoute): boolean {
  return (
    String(error.message).startsWith('Cannot append headers after they are sent') &&
    /^\/_not-found(?:\/page)?$/.test(routePath)
  )
}

export function requestDetailsOf(error: unknown): RequestDetails | undefined {
  return typeof error === 'object' && error !== null ? noted().get(error) : undefined
}

function detailsOf({ headers }: FailedRequest, route: FailedRoute): RequestDetails {
  const details = {
    render_source: route.renderSource,
    revalidate_reason: route.revalidateReason,
    action_id: [headers['next-action']].flat()[0],
  }
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
