import { useEffect } from 'react'
import type { OptionAttributes } from '#ui/forms/use-combobox.ts'
import { SuggestionList } from './suggestion-list.tsx'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

interface Props {
  readonly project: string
  readonly query: string
  readonly draft: { readonly text: string; readonly caret: number }
  readonly optionAt: (index: number) => OptionAttributes
  readonly onFound: (suggestions: readonly Suggestion[]) => void
}

/** Loaded when typing starts. */
export function Completion({ project, query, draft, optionAt, onFound }: Props) {
  const found = useSuggestions(project, query, draft)
  const texts = JSON.stringify(found)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- every rendering makes a new list; only another one is told
  useEffect(() => onFound(found), [texts, onFound])
  return <SuggestionList suggestions={found} optionAt={optionAt} />
}
