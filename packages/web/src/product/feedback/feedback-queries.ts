import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

const PER_PAGE = '25'

/** What users wrote about the events of an issue, or about anything in a project. */
export const feedbackQuery = (place: { readonly project: string } | { readonly issue: string }) =>
  infiniteQueryOptions({
    queryKey: ['feedback', place],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: PER_PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) }
      return 'issue' in place
        ? api('GET /api/v1/issues/:issue/feedback', { params: place, query, signal })
        : api('GET /api/v1/projects/:project/feedback', { params: place, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
