/** `other`: of the application itself. */
export type RequestKind = 'prefetch' | 'data' | 'action' | 'other'

export interface Classified {
  readonly kind: RequestKind
  /** The page that the request is about, `*` where it may be about any. Empty for those of the application. */
  readonly page: string
}

/**
 * Data of a page of the Pages Router of Next.js, or of React Router; React Router's list of routes, and the functions of
 * TanStack Start that run on the server.
 */
const ROUTER_ADDRESS =
  /^(?:.*\/_next\/data\/[^/]+(\/.*)\.json|(.*)\.(?:data|rsc)|.*\/(?:__manifest|_serverFn\/.*))$/

/** `/_next/data/<build>/a.json` and `/a.data` → `/a`. Undefined for an address that is none of a router's. */
export function pageOf(path: string): string | undefined {
  const found = ROUTER_ADDRESS.exec(path)
  const page = found?.[1] ?? found?.[2]
  return found ? (page === undefined ? '*' : page.replace(/\/(_root|_|index)?$/, '') || '/') : undefined
}

/** What a router wanted with a request. */
export function classify(
  path: string,
  method: string,
  header: (name: string) => string | null,
  priority?: string,
): Classified {
  // Next.js 15 and 16 mark a prefetch of the whole page by nothing but its priority.
  const isAhead = header('next-router-prefetch') || header('purpose') || priority === 'low'
  const page = pageOf(path) ?? (header('rsc') || header('next-action') ? path : '')
  return { kind: !page ? 'other' : method !== 'GET' ? 'action' : isAhead ? 'prefetch' : 'data', page }
}
