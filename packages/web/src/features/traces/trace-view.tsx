import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'
import { Button } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Dock } from './dock/dock.tsx'
import { NO_FILTER } from './model/filter.ts'
import { spanName, type TraceModel } from './model/trace-model.ts'
import { SpanTable } from './table/span-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { TraceBar } from './trace-bar.tsx'
import { useTraceCommands } from './trace-commands.ts'
import { useView, type View } from './view.ts'
import { Legend } from './waterfall/legend.tsx'
import { Minimap } from './waterfall/minimap.tsx'
import { usePalette } from './waterfall/palette.ts'
import type { TreeMove } from './waterfall/tree-keys.ts'
import { Waterfall } from './waterfall/waterfall.tsx'
import { ZoomButtons } from './waterfall/zoom-buttons.tsx'

export function TraceView({ model }: { readonly model: TraceModel }) {
  const view = useView(model)
  useTraceCommands(view)
  const { state } = view
  return (
    <>
      <TraceBar view={view} />
      <FilterBar view={view} />
      <CutNotice model={model} />
      <div className="flex min-h-0 flex-1 max-desk:flex-col">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {state.view === 'table' ? <SpanTable view={view} /> : <WaterfallPane view={view} />}
        </div>
        {state.dock !== undefined && <Dock view={view} />}
      </div>
    </>
  )
}

function WaterfallPane({ view }: { readonly view: View }) {
  const palette = usePalette()
  const { facts, layout, state, update, setWindow } = view
  const onMove = (move: TreeMove) => {
    if (move.kind === 'select') update({ selected: move.span })
    else if (move.kind === 'open') update({ selected: move.span, dock: 'span' })
    else update({ selected: move.span, collapsed: toggled(state.collapsed, move.span) })
  }
  return (
    <>
      <div className="flex items-stretch border-b border-line">
        <Minimap facts={facts} layout={layout} palette={palette} onWindow={setWindow} />
        <ZoomButtons view={view} />
      </div>
      {state.root >= 0 && <FocusLine view={view} />}
      {layout.rows.spans.length === 0 ? (
        <NothingMatches view={view} />
      ) : (
        <Waterfall
          facts={facts}
          layout={layout}
          palette={palette}
          collapsed={state.collapsed}
          selected={state.selected}
          takeFocus={view.takeFocus}
          onMove={onMove}
          onWindow={setWindow}
        />
      )}
      <Legend layout={layout} facts={facts} />
    </>
  )
}

function toggled(set: ReadonlySet<number>, member: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

function FocusLine({ view: { facts, state, setRoot } }: { readonly view: View }) {
  const name = spanName(facts.model, state.root)
  return (
    <div
      className="flex min-h-8 items-center gap-2 border-b border-line bg-selected px-3 text-meta"
      role="status"
    >
      <span className="min-w-0 truncate">
        <Trans>
          Only <span className="font-strong">{name}</span> and the spans below it
        </Trans>
      </span>
      <Button kind="quiet" className="min-h-6" onClick={() => setRoot(-1)}>
        <Trans>Show the whole trace</Trans>
      </Button>
    </div>
  )
}

function CutNotice({ model: { trace, size } }: { readonly model: TraceModel }) {
  if (!trace.cut && !trace.moreErrors) return null
  const shown = countOf(size, locale)
  const stored = countOf(trace.stored, locale)
  return (
    <p className="border-b border-line bg-tint-warning px-(--gutter) py-1 text-warning" role="status">
      {trace.cut && (
        <Trans>
          This trace is too long to show: these are the first {shown} of {stored} spans.
        </Trans>
      )}{' '}
      {trace.moreErrors && (
        <Plural
          value={trace.errors.length}
          one="There are more errors than the latest one listed."
          other="There are more errors than the # latest listed."
        />
      )}
    </p>
  )
}

function NothingMatches({ view: { update } }: { readonly view: View }) {
  const { t } = useLingui()
  return (
    <div className="flex-1 bg-surface">
      <EmptyState
        title={t`No span matches`}
        actions={
          <Button onClick={() => update({ filter: NO_FILTER })}>
            <Trans>Clear the filter</Trans>
          </Button>
        }
      />
    </div>
  )
}
