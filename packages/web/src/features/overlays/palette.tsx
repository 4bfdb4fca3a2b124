import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { useCombobox } from '#ui/forms/use-combobox.ts'
import { rememberCommand } from './last-command.ts'
import { PaletteList } from './palette-list.tsx'
import { usePaletteSections } from './use-palette-sections.ts'

/** Every command, every project, and whatever a pasted text stands for. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [text, setText] = useState('')
  const { sections, searching } = usePaletteSections(text)
  const rows = sections.flatMap((section) => section.rows)
  const run = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    if (row.repeatable !== false) rememberCommand(row.id)
    onClose()
    // After the dialog has given the focus back, so that a command finds it where it was, or moves it for good.
    setTimeout(row.run)
  }
  const { field, optionAt } = useCombobox({
    list,
    label: t`Command or pasted text`,
    text,
    onText: setText,
    options: rows.map(({ id }) => id),
    onChoose: run,
  })
  return (
    <Dialog label={t`Commands and search`} className="max-w-160" onClose={onClose}>
      <div className="flex items-center gap-2 border-b border-line px-3 text-subtle">
        <Icon name="search" />
        <input
          {...field}
          ref={input}
          className="min-h-11 min-w-0 flex-1 bg-transparent text-form text-fg outline-none"
          placeholder={t`Type a command or paste an ID…`}
          onKeyDown={(event) => {
            // The key that opened the palette closes it.
            if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault()
              onClose()
            } else field.onKeyDown(event)
          }}
        />
        <Kbd keys="Escape" />
      </div>
      <PaletteList id={list} sections={sections} optionAt={optionAt} />
      <p className="min-h-7 border-t border-line bg-sunken px-3 py-1.5 text-meta text-subtle" role="status">
        {searching ? (
          <Trans>Looking up…</Trans>
        ) : (
          <Trans>Paste an event ID, digest, short ID, DSN or link to open it.</Trans>
        )}
      </p>
    </Dialog>
  )
}
