import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { View } from '#features/traces/view.ts'
import { IconButton } from '#ui/base/button.tsx'
import { ErrorList } from './error-list.tsx'
import { SpanDetail } from './span-detail.tsx'

/** Beside the spans, below them where there is no room. */
export function Dock({ view }: { readonly view: View }) {
  const { t } = useLingui()
  const { state } = view
  if (state.dock === 'errors')
    return (
      <Frame view={view} title={t`Errors of this trace`}>
        <ErrorList view={view} errors={view.facts.model.trace.errors} />
      </Frame>
    )
  if (state.selected < 0) return null
  return (
    <Frame view={view} title={t`Span`}>
      <SpanDetail view={view} span={state.selected} />
    </Frame>
  )
}

interface FrameProps {
  readonly view: View
  readonly title: string
  readonly children: ReactNode
}

function Frame({ view, title, children }: FrameProps) {
  const { t } = useLingui()
  return (
    <aside
      aria-label={title}
      className="flex min-h-0 shrink-0 flex-col border-line bg-surface max-desk:h-[45%] max-desk:border-t desk:w-100 desk:border-s"
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line ps-3 pe-1">
        <h2 className="min-w-0 flex-1 truncate text-form font-bold">{title}</h2>
        <IconButton
          icon="close"
          label={t`Close`}
          aria-keyshortcuts="Escape"
          onClick={() => {
            view.takeFocus.current = true
            view.update({ dock: undefined })
          }}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </aside>
  )
}
