import type { RecognisedKind } from '@hindcast/contract/events/known-errors.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const WORDS: Readonly<Record<RecognisedKind, MessageDescriptor>> = {
  chunk_load_error: msg`Chunk failed to load`,
  hydration_mismatch: msg`Hydration`,
  server_render_error: msg`Server rendering`,
  failed_server_action: msg`Server Action`,
  leaked_control_flow: msg`Caught redirect`,
  resize_observer_loop: msg`ResizeObserver`,
  script_error: msg`No details`,
  translated_dom: msg`Translated page`,
  extension_noise: msg`Extension`,
  network_failure: msg`Network`,
  react_error: msg`React error`,
}

/** Which problem that every application meets it is. A newer server may know kinds that have no word here. */
export function KnownErrorBadge({ kind }: { readonly kind: RecognisedKind | null }) {
  const word = kind === null ? undefined : WORDS[kind]
  if (word === undefined) return null
  return (
    <span className="shrink-0 rounded-mark border border-line px-1 text-axis text-muted">{i18n._(word)}</span>
  )
}
