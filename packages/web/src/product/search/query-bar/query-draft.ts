import { useEffect, useState } from 'react'
import type { Suggestion } from './suggestions.ts'

interface Draft {
  readonly text: string
  readonly caret: number
}

type Input = { readonly current: HTMLInputElement | null }
type Field = { readonly currentTarget: HTMLInputElement }

function focusList(): void {
  document.getElementById('issue-list')?.focus({ preventScroll: true })
}

/** What is typed until Enter makes it the query. */
export function useQueryDraft(query: string, onApply: (query: string) => void, input: Input) {
  const [draft, setDraft] = useState<Draft>({ text: query, caret: query.length })
  const [open, setOpen] = useState(false)
  const reset = () => setDraft({ text: query, caret: query.length })
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another query replaces what is being typed
  useEffect(reset, [query])
  const edit = (next: Draft) => {
    setDraft(next)
    setOpen(true)
  }
  const apply = (text: string) => {
    setOpen(false)
    onApply(text.trim())
  }
  const take = ({ query: text, caret, complete }: Suggestion) => {
    edit({ text, caret })
    if (complete) apply(text)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(caret, caret)
      setOpen(!complete)
    })
  }
  return {
    draft,
    open,
    take,
    edit: (text: string, caret: number) => edit({ text, caret }),
    show: () => setOpen(true),
    submit: () => {
      apply(draft.text)
      focusList()
    },
    /** First the suggestions, then what was typed, go away. */
    leave: (suggested: boolean) => {
      if (suggested) {
        setOpen(false)
        return
      }
      reset()
      focusList()
    },
    handlers: {
      onSelect: ({ currentTarget }: Field) => {
        const caret = currentTarget.selectionStart ?? 0
        if (caret !== draft.caret) setDraft({ text: currentTarget.value, caret })
      },
      onFocus: () => setOpen(true),
      onBlur: () => setOpen(false),
    },
  }
}
