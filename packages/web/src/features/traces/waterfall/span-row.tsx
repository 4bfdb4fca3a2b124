import { useLingui } from '@lingui/react/macro'
import { memo, type MouseEvent } from 'react'
import { categoryOf } from '#features/traces/model/categories.ts'
import { childCount, spanName, spanOp, spanProject } from '#features/traces/model/trace-model.ts'
import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import { durationText } from '#product/traces/duration.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { locale } from '#lib/i18n/i18n.ts'
import { Icon } from '#ui/base/icon.tsx'
import { ROW_PX } from './picture.ts'
import { CATEGORY_TOKENS } from './palette.ts'
import { INDENT_PX, type Viewport } from './use-viewport.ts'
import { useVitalWords } from './vital-words.ts'

interface Props {
  readonly facts: TraceFacts
  readonly rows: TraceLayout['rows']
  readonly row: number
  readonly collapsed: boolean
  readonly selected: boolean
  /** The one row that Tab leads to. */
  readonly reachable: boolean
  /** Kept only because something below it is looked for. */
  readonly context: boolean
  readonly numbers: Viewport['numbers']
  readonly levels: number
}

/** One span: its place in the tree, its numbers, and the room in which its bar is drawn. */
export const SpanRow = memo(function SpanRow(props: Props) {
  const { facts, rows, row, collapsed, selected, reachable, context, numbers, levels } = props
  const { model, self } = facts
  const span = rows.spans[row]!
  const hasChildren = childCount(model, span) > 0
  const duration = durationText(model.end[span]! - model.start[span]!, locale)
  return (
    <div
      role="row"
      data-row={row}
      tabIndex={reachable ? 0 : -1}
      aria-level={rows.level[row]}
      aria-posinset={rows.position[row]}
      aria-setsize={rows.siblings[row]}
      aria-rowindex={row + 2}
      aria-expanded={hasChildren ? !collapsed : undefined}
      aria-selected={selected}
      className={`absolute inset-x-0 grid grid-cols-(--columns) items-center border-b border-line/60 outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus ${selected ? 'bg-selected' : ''}`}
      style={{ top: row * ROW_PX, height: ROW_PX }}
    >
      <NameCell
        facts={facts}
        span={span}
        level={rows.level[row]!}
        levels={levels}
        folded={hasChildren ? collapsed : undefined}
        dimmed={context}
        duration={numbers > 0 ? undefined : duration}
      />
      {numbers > 1 && (
        <div role="gridcell" className="pe-2 text-end text-meta text-subtle tabular-nums">
          {durationText(self[span]!, locale)}
        </div>
      )}
      {numbers > 0 && (
        <div role="gridcell" className="pe-3 text-end text-meta tabular-nums">
          {duration}
        </div>
      )}
      <div role="gridcell" className="h-full" data-bar />
    </div>
  )
})

interface NameProps {
  readonly facts: TraceFacts
  readonly span: number
  readonly level: number
  /** Those beyond are not moved in any further; they say their level. */
  readonly levels: number
  /** Undefined: nothing is below it. */
  readonly folded: boolean | undefined
  readonly dimmed: boolean
  /** Heard only, where there is no column for it. */
  readonly duration: string | undefined
}

function NameCell({ facts, span, level, levels, folded, dimmed, duration }: NameProps) {
  const { t } = useLingui()
  const { model } = facts
  const op = spanOp(model, span)
  const indent = Math.min(level - 1, levels) * INDENT_PX
  const isOrphan = model.orphans.has(span)
  return (
    <div
      role="gridcell"
      className={`flex h-full min-w-0 items-center gap-1.5 overflow-hidden ps-2 pe-2 whitespace-nowrap ${dimmed ? 'text-subtle' : ''}`}
      style={{ paddingInlineStart: 4 + indent }}
    >
      <Chevron folded={folded} />
      {level - 1 > levels && (
        <span className="text-axis text-subtle tabular-nums" title={t`Level ${level}`}>
          {level}
        </span>
      )}
      <span
        aria-hidden="true"
        className="size-2 shrink-0 rounded-[2px]"
        style={{ background: `var(${CATEGORY_TOKENS[categoryOf(op)]})` }}
      />
      <Project facts={facts} span={span} />
      <span className="shrink-0 text-meta text-subtle">{op}</span>
      <span className={`truncate ${model.isSegment[span] === 1 ? 'font-strong' : ''}`}>
        {spanName(model, span)}
      </span>
      {isOrphan && (
        <span className="shrink-0 text-meta text-warning" title={t`The parent of this span is not stored`}>
          {t`no parent`}
        </span>
      )}
      <Marks facts={facts} span={span} />
      {duration !== undefined && <span className="sr-only">{duration}</span>}
    </div>
  )
}

/** Handled by the grid: a click here folds or unfolds. The keyboard does it from the row. */
function Chevron({ folded }: { readonly folded: boolean | undefined }) {
  if (folded === undefined) return <span className="w-5 shrink-0" />
  return (
    <span
      aria-hidden="true"
      data-fold
      className="flex h-6 w-5 shrink-0 cursor-pointer items-center justify-center text-subtle hover:text-fg"
    >
      <Icon name={folded ? 'right' : 'down'} size={12} />
    </span>
  )
}

/** Named where a service takes over from another. */
function Project({ facts: { model }, span }: Pick<NameProps, 'facts' | 'span'>) {
  const above = model.parent[span]!
  const project = spanProject(model, span)
  if (model.trace.projects.length < 2 || (above >= 0 && spanProject(model, above) === project)) return null
  return (
    <span className="shrink-0 rounded-mark bg-sunken px-1 text-meta text-muted" title={project?.name}>
      {project?.slug}
    </span>
  )
}

function Marks({ facts, span }: Pick<NameProps, 'facts' | 'span'>) {
  const { t } = useLingui()
  const wordsOf = useVitalWords()
  const vitals = facts.vitals.get(span) ?? []
  const errors = facts.errors.get(span)?.length ?? 0
  return (
    <>
      {facts.failed[span] === 1 && (
        <span className="shrink-0" title={errors === 0 ? t`Failed` : undefined}>
          <LevelMark level="error" word={false} />
        </span>
      )}
      {vitals.length > 0 && <span className="sr-only">{vitals.map(wordsOf).join('; ')}</span>}
    </>
  )
}

/** The row that a click was in, and whether it was on the mark that folds. */
export function clickedRow({
  target,
}: MouseEvent): { readonly row: number; readonly fold: boolean } | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest('[data-row]')?.getAttribute('data-row')
  if (row === null || row === undefined) return undefined
  return { row: Number(row), fold: target.closest('[data-fold]') !== null }
}
