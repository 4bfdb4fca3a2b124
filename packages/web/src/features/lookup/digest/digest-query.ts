import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import type { DigestSearch } from '#product/search-params.ts'
import { isoOf } from './local-time.ts'

export function digestQuery(digest: string, { at, route, user }: DigestSearch) {
  const moment = isoOf(at)
  const query = { ...(moment && { at: moment }), ...(route && { route }), ...(user && { user }) }
  return queryOptions({
    queryKey: ['digest', digest, query],
    queryFn: ({ signal }) => api('GET /api/v1/digests/:digest', { params: { digest }, query, signal }),
  })
}
