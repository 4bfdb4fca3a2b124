import { useEffect, useState, type ChangeEvent, type KeyboardEvent } from 'react'

interface Combobox {
  /** The id of the listbox; those of its options begin with it. */
  readonly list: string
  readonly label: string
  /** What is typed, kept by the caller because it decides which options there are. */
  readonly text: string
  readonly onText: (text: string, caret: number) => void
  /** Keys of the options in order, so that the active one stays active when others are inserted before it. */
  readonly options: readonly string[]
  readonly onChoose: (index: number) => void
  /** Whether Enter picks the first option by default. False: nothing is active before an arrow key. */
  readonly selectsFirst?: boolean
  readonly expanded?: boolean
  /** Keys for which the list has no use: Escape, Enter while nothing is active, arrows while it is closed. */
  readonly keys?: Readonly<Record<string, () => void>>
}

const PAGE = 8

/** Where a key leads among so many options, round at both ends; undefined where it leads nowhere. -1 is no option. */
export function optionAfter(key: string, active: number, count: number): number | undefined {
  if (key === 'PageDown') return Math.min(active + PAGE, count - 1)
  if (key === 'PageUp') return Math.max(active - PAGE, 0)
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined) return undefined
  const all = Math.max(1, count)
  if (active < 0) return step > 0 ? 0 : all - 1
  return (active + step + all) % all
}

/**
 * A field whose text narrows the list below it, as the combobox pattern of ARIA has it: the focus stays in the field,
 * which names the active option; arrows and pages move over the list, Enter chooses.
 */
export function useCombobox(given: Combobox) {
  const { list, label, text, onText, options, onChoose, keys = {} } = given
  const { selectsFirst = true, expanded = true } = given
  const [wanted, setWanted] = useState<string>()
  const found = wanted === undefined ? -1 : options.indexOf(wanted)
  const active = found === -1 && selectsFirst && options.length > 0 ? 0 : found
  const idOf = (index: number) => `${list}-${index}`
  const activeId = expanded && active !== -1 ? idOf(active) : undefined
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = (index: number) => {
    setWanted(undefined)
    onChoose(index)
  }
  const runKey = (key: string): boolean => {
    const next = expanded ? optionAfter(key, active, options.length) : undefined
    if (next !== undefined) setWanted(options[next])
    else if (key === 'Enter' && activeId !== undefined) choose(active)
    else if (keys[key] === undefined) return false
    else keys[key]()
    return true
  }
  return {
    field: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-label': label,
      'aria-expanded': expanded,
      'aria-autocomplete': 'list' as const,
      'aria-controls': list,
      'aria-activedescendant': activeId,
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setWanted(undefined)
        onText(target.value, target.selectionStart ?? target.value.length)
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Enter and arrows then choose among what an input method offers.
        if (!event.nativeEvent.isComposing && runKey(event.key)) event.preventDefault()
      },
    },
    optionAt: (index: number) => ({
      id: idOf(index),
      role: 'option',
      'aria-selected': index === active,
      // Where nothing is active by itself, a resting pointer must not change what Enter does.
      onPointerMove: selectsFirst ? () => setWanted(options[index]) : undefined,
      onClick: () => choose(index),
    }),
  }
}

export type OptionAttributes = ReturnType<ReturnType<typeof useCombobox>['optionAt']>
