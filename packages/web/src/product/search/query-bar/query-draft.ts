import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
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

/** One further, round the end; from nothing to the first or the last. */
function stepped(active: number, step: number, count: number): number {
  if (count === 0) return -1
  return active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count
}

function onKeys(keys: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const run = event.nativeEvent.isComposing ? undefined : keys[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
}

/** What is typed until Enter makes it the query. */
export function useQueryDraft(query: string, onApply: (query: string) => void, input: Input) {
  const [draft, setDraft] = useState<Draft>({ text: query, caret: query.length })
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = useRef<readonly Suggestion[]>([])
  const reset = () => setDraft({ text: query, caret: query.length })
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another query replaces what is being typed
  useEffect(reset, [query])
  const edit = (next: Draft) => {
    setDraft(next)
    setActive(-1)
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
  const enter = () => {
    const chosen = open ? suggestions.current[active] : undefined
    if (chosen !== undefined) {
      take(chosen)
      return
    }
    apply(draft.text)
    focusList()
  }
  /** First the suggestions, then what was typed, go away. */
  const leave = () => {
    if (open && suggestions.current.length > 0) {
      setOpen(false)
      return
    }
    reset()
    focusList()
  }
  const step = (by: number) => {
    if (open) setActive(stepped(active, by, suggestions.current.length))
    else setOpen(true)
  }
  const handlers = {
    onChange: ({ currentTarget }: Field) =>
      edit({ text: currentTarget.value, caret: currentTarget.selectionStart ?? currentTarget.value.length }),
    onSelect: ({ currentTarget }: Field) => {
      const caret = currentTarget.selectionStart ?? 0
      if (caret !== draft.caret) setDraft({ text: currentTarget.value, caret })
    },
    onFocus: () => setOpen(true),
    onBlur: () => setOpen(false),
    onKeyDown: onKeys({ Enter: enter, Escape: leave, ArrowDown: () => step(1), ArrowUp: () => step(-1) }),
  }
  return { draft, active, open, suggestions, take, handlers }
}
