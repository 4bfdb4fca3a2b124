import { useLingui } from '@lingui/react/macro'
import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button, IconButton } from '#ui/base/button.tsx'
import { INPUT } from './text-field.tsx'

interface Props {
  /** What one entry is, as in "Origin". */
  readonly label: string
  readonly addLabel: string
  readonly items: readonly string[]
  readonly onChange: (items: readonly string[]) => void
  /** What is wrong with the entry at an index. */
  readonly faultOf?: (index: number) => string | undefined
  readonly placeholder?: string
  /** What separates entries that are pasted together; entries with spaces in them have lines of their own. */
  readonly between?: RegExp
}

const BETWEEN = /[\s,;]+/

/** A list of short texts. Enter begins the next one, several lines pasted become several entries. */
export function ListEditor(props: Props) {
  const { label, addLabel, items, onChange, faultOf, placeholder, between = BETWEEN } = props
  const list = useRef<HTMLDivElement>(null)
  const focusAt = (index: number) =>
    // The field exists only after the change has been drawn.
    setTimeout(() => list.current?.querySelectorAll('input')[Math.max(0, index)]?.focus())
  const replace = (index: number, remove: number, ...texts: readonly string[]) =>
    onChange(items.toSpliced(index, remove, ...texts))
  const add = (index: number) => {
    replace(index, 0, '')
    focusAt(index)
  }
  const remove = (index: number) => {
    replace(index, 1)
    if (items.length > 1) focusAt(index === 0 ? 0 : index - 1)
  }
  return (
    <div ref={list} className="grid justify-items-start gap-2">
      {items.map((text, index) => (
        <Entry
          // Entries have no name but their place; two may read the same.
          key={index}
          label={`${label} ${index + 1}`}
          text={text}
          fault={faultOf?.(index)}
          placeholder={placeholder}
          between={between}
          onText={(next) => replace(index, 1, next)}
          onLines={(lines) => {
            replace(index, 1, ...lines)
            focusAt(index + lines.length - 1)
          }}
          onNext={() => add(index + 1)}
          onRemove={() => remove(index)}
        />
      ))}
      <Button icon="plus" onClick={() => add(items.length)}>
        {addLabel}
      </Button>
    </div>
  )
}

interface EntryProps {
  readonly label: string
  readonly text: string
  readonly fault: string | undefined
  readonly placeholder: string | undefined
  readonly between: RegExp
  readonly onText: (text: string) => void
  readonly onLines: (lines: readonly string[]) => void
  readonly onNext: () => void
  readonly onRemove: () => void
}

function Entry(props: EntryProps) {
  const { label, text, fault, placeholder, between, onText, onLines, onNext, onRemove } = props
  const { t } = useLingui()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text !== '') onNext()
    else if (event.key === 'Backspace' && text === '') onRemove()
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(between)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length < 2 || text !== '') return
    event.preventDefault()
    onLines(lines)
  }
  return (
    <div className="grid w-full max-w-120 gap-1">
      <div className="flex items-center gap-1.5">
        <input
          className={`${INPUT} code`}
          aria-label={label}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : id}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton icon="close" label={t`Remove ${label}`} onClick={onRemove} />
      </div>
      {fault !== undefined && (
        <span className="text-meta text-error" id={id}>
          {fault}
        </span>
      )}
    </div>
  )
}
