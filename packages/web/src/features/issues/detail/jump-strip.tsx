import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useLingui } from '@lingui/react/macro'
import { hasSection, jumpTo, sectionName, SECTION_IDS } from './sections.ts'

export function JumpStrip({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  return (
    <nav
      className="-mx-1 flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      aria-label={t`Sections of this event`}
    >
      {SECTION_IDS.map(
        (id, index) =>
          hasSection(id, event) && (
            <button
              key={id}
              type="button"
              className="group flex min-h-8 shrink-0 items-center gap-1 rounded-control px-1.5 text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
              aria-keyshortcuts={String(index + 1)}
              onClick={() => jumpTo(id)}
            >
              {sectionName(id, event)}
              <span className="font-mono text-axis text-subtle max-wide:hidden" aria-hidden="true">
                {index + 1}
              </span>
            </button>
          ),
      )}
    </nav>
  )
}
