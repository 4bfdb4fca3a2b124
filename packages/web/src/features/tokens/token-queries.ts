import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => api('GET /api/v1/tokens', { signal }),
  select: ({ tokens }) => tokens,
})
