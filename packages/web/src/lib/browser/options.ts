import { useState, type ChangeEvent, type KeyboardEvent } from 'react'

interface Options {
  /** The id of the list; those of its options begin with it. */
  readonly list: string
  readonly label: string
  /** What is typed, kept by the caller because it decides which options there are. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly count: number
  readonly onChoose: (index: number) => void
}

/** Where a key leads among so many options, round at both ends; undefined where it leads nowhere. */
export function optionAfter(key: string, active: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const all = Math.max(1, count)
  return step === undefined ? undefined : (active + step + all) % all
}

/** A field whose text narrows the list below it. The focus stays in the field; arrows and pointer move over the list. */
export function useOptions({ list, label, text, onText, count, onChoose }: Options) {
  const [active, setActive] = useState(0)
  const idOf = (index: number) => `${list}-${index}`
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows then choose among what an input method offers.
    if (event.nativeEvent.isComposing) return
    const next = optionAfter(event.key, active, count)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter') onChoose(active)
    else return
    event.preventDefault()
  }
  return {
    field: {
      autoFocus: true,
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': true,
      'aria-autocomplete': 'list' as const,
      'aria-controls': list,
      'aria-activedescendant': count === 0 ? undefined : idOf(active),
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        onText(target.value)
        setActive(0)
      },
      onKeyDown,
    },
    optionAt: (index: number) => ({
      id: idOf(index),
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => setActive(index),
      onClick: () => onChoose(index),
    }),
  }
}

export type OptionAttributes = ReturnType<ReturnType<typeof useOptions>['optionAt']>
