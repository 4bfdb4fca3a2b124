import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { searchValuesQuery } from '#product/search/search-queries.ts'
import { askedAt, suggestionsFor, type Suggestion } from './suggestions.ts'
import { facetsQuery } from '#product/issues/issue-queries.ts'

interface Draft {
  readonly text: string
  readonly caret: number
}

const NONE: readonly Suggestion[] = []

/** What could stand at the caret: keys, what facets count, and for every other key what the latest events have. */
export function useSuggestions(
  project: string,
  query: string,
  draft: Draft | undefined,
): readonly Suggestion[] {
  const { data } = useQuery({
    ...facetsQuery(project, query),
    placeholderData: keepPreviousData,
    enabled: project !== '',
  })
  const facets = data?.facets ?? []
  const asked = draft && askedAt(draft.text, draft.caret)
  const isCounted = facets.some(({ key }) => key === asked?.key)
  const { data: values = [] } = useQuery({
    ...searchValuesQuery(project, asked?.key ?? '', asked?.prefix ?? ''),
    enabled: asked !== undefined && !isCounted && project !== '',
  })
  const known = asked === undefined || isCounted ? facets : [...facets, { key: asked.key, values }]
  return useDeferredValue(draft === undefined ? NONE : suggestionsFor(draft.text, draft.caret, known))
}
