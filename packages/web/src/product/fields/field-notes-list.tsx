import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'

export type FieldNotes = Pick<EventView, 'cuts' | 'scrubbed'>

/** Nobody should mistake the rest of a shortened field for the whole. */
export function FieldNotesList({ notes }: { readonly notes: FieldNotes }) {
  if (notes.cuts.length === 0 && notes.scrubbed.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-line px-3 py-2 text-meta text-muted">
      {notes.cuts.map((cut) => (
        <li key={`cut ${cut.path}`}>
          <code className="code break-all">{cut.path}</code> <CutWords cut={cut} />
        </li>
      ))}
      {notes.scrubbed.map(({ path }) => (
        <li key={`scrubbed ${path}`}>
          <code className="code break-all">{path}</code>{' '}
          <Trans>was replaced because it looked like a secret.</Trans>
        </li>
      ))}
    </ul>
  )
}

function CutWords({ cut }: { readonly cut: EventView['cuts'][number] }) {
  const { t } = useLingui()
  const before = countOf(cut.original, locale)
  const after = countOf(cut.limit, locale)
  return {
    characters: t`was shortened from ${before} to ${after} characters.`,
    bytes: t`was shortened from ${before} to ${after} bytes.`,
    items: t`was shortened from ${before} to ${after} entries.`,
    levels: t`was shortened from ${before} to ${after} levels of nesting.`,
  }[cut.unit]
}
