import type { SpanDetails } from '@hindcast/contract/traces/traces.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'

/** Nobody should mistake the rest of a shortened attribute for the whole. */
export function SpanNotes({ details: { cuts, scrubbed } }: { readonly details: SpanDetails }) {
  if (cuts.length === 0 && scrubbed.length === 0) return null
  return (
    <ul className="grid gap-1 border-t border-line px-3 py-2 text-meta text-muted">
      {cuts.map((cut) => (
        <li key={`cut ${cut.path}`}>
          <code className="code break-all">{cut.path}</code> <CutWords cut={cut} />
        </li>
      ))}
      {scrubbed.map(({ path }) => (
        <li key={`scrubbed ${path}`}>
          <code className="code break-all">{path}</code>{' '}
          <Trans>was replaced because it looked like a secret.</Trans>
        </li>
      ))}
    </ul>
  )
}

function CutWords({ cut }: { readonly cut: SpanDetails['cuts'][number] }) {
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
