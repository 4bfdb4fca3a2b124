/** What a span is about; each has a colour of its own, and the op is written beside every bar. */
export const CATEGORIES = ['page', 'request', 'server', 'data', 'resource', 'other'] as const
export type Category = (typeof CATEGORIES)[number]

const BY_START: ReadonlyArray<readonly [start: string, category: Category]> = [
  ['pageload', 'page'],
  ['navigation', 'page'],
  ['ui', 'page'],
  ['browser', 'page'],
  ['http.client', 'request'],
  ['fetch', 'request'],
  ['rpc.client', 'request'],
  ['grpc.client', 'request'],
  ['http.graphql', 'request'],
  ['http', 'server'],
  ['rpc', 'server'],
  ['grpc', 'server'],
  ['websocket', 'server'],
  ['middleware', 'server'],
  ['function', 'server'],
  ['queue', 'server'],
  ['router', 'server'],
  ['request_handler', 'server'],
  ['view', 'server'],
  ['db', 'data'],
  ['cache', 'data'],
  ['file', 'data'],
  ['resource', 'resource'],
]

export function categoryOf(op: string): Category {
  const found = BY_START.find(([start]) => op === start || op.startsWith(`${start}.`))
  return found?.[1] ?? 'other'
}
