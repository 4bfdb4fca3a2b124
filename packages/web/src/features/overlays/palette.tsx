import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { rememberCommand } from './last-command.ts'
import { PaletteList } from './palette-list.tsx'
import type { PaletteRow, PaletteSection } from './palette-row.ts'
import { usePaletteSections } from './use-palette-sections.ts'

/** Every command, every project, and whatever a pasted text stands for. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const list = useId()
  const [typed, type] = useState('')
  const { sections, searching } = usePaletteSections(typed)
  const { active, want, onKeyDown } = useRowCursor(sections)
  const run = (row: PaletteRow | undefined) => {
    if (row === undefined) return
    if (row.repeatable !== false) rememberCommand(row.id)
    onClose()
    // After the dialog has given the focus back, so that a command finds it where it was, or moves it for good.
    setTimeout(row.run)
  }
  return (
    <Dialog label={t`Commands and search`} className="max-w-160" onClose={onClose}>
      <div className="flex items-center gap-2 border-b border-line px-3 text-subtle">
        <Icon name="search" />
        <PaletteField
          list={list}
          active={active === undefined ? undefined : `${list}-${active.id}`}
          typed={typed}
          onType={(text) => {
            type(text)
            want(undefined)
          }}
          onKeyDown={(event) => onKeyDown(event, run, onClose)}
        />
        <Kbd keys="Escape" />
      </div>
      <PaletteList id={list} sections={sections} active={active?.id} onRun={run} />
      <p className="min-h-7 border-t border-line bg-sunken px-3 py-1.5 text-meta text-subtle" role="status">
        {searching ? (
          <Trans>Looking up what was pasted…</Trans>
        ) : (
          <Trans>Paste an event id, a digest, a short id, a DSN or a link to open what it stands for.</Trans>
        )}
      </p>
    </Dialog>
  )
}

/** Stays on its row when others come; the first row until somebody moves. */
function useRowCursor(sections: readonly PaletteSection[]) {
  const [wanted, want] = useState<string>()
  const rows = sections.flatMap((section) => section.rows)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === wanted),
  )
  const onKeyDown = (
    event: KeyboardEvent,
    run: (row: PaletteRow | undefined) => void,
    onClose: () => void,
  ) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) {
      const to = Math.abs(by) === 1 ? (at + by + rows.length) % rows.length : at + by
      want(rows[Math.min(Math.max(0, to), rows.length - 1)]?.id)
    } else if (event.key === 'Enter') run(rows[at])
    else if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) onClose()
    else return
    event.preventDefault()
  }
  return { active: rows[at], want, onKeyDown }
}

interface FieldProps {
  readonly list: string
  readonly active: string | undefined
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function PaletteField({ list, active, typed, onType, onKeyDown }: FieldProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <input
      ref={field}
      className="min-h-11 min-w-0 flex-1 bg-transparent text-form text-fg outline-none"
      role="combobox"
      aria-label={t`Command, or pasted text`}
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={active}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      placeholder={t`Type a command or paste anything…`}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
