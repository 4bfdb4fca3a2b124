import { Trans, useLingui } from '@lingui/react/macro'
import { categoryOf, CATEGORIES, type Category } from '#features/traces/model/categories.ts'
import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { CATEGORY_TOKENS } from './palette.ts'

interface Props {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
}

/** What colours and marks stand for; only those that this trace has. */
export function Legend({ facts, layout }: Props) {
  const nameOf = useCategoryName()
  const present = new Set(facts.model.trace.ops.map(categoryOf))
  return (
    <div className="flex h-7 shrink-0 items-center gap-x-4 overflow-hidden border-t border-line bg-canvas px-3 text-meta whitespace-nowrap text-muted max-pane:hidden">
      {CATEGORIES.filter((category) => present.has(category)).map((category) => (
        <span key={category} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-2.5 rounded-[2px]"
            style={{ background: `var(${CATEGORY_TOKENS[category]})` }}
          />
          {nameOf(category)}
        </span>
      ))}
      {facts.failed.includes(1) && <LevelMark level="error" />}
      {facts.vitals.size > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rotate-45 bg-mark-debug" />
          <Trans>Web vital</Trans>
        </span>
      )}
      {layout.path !== undefined && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.75 w-4 bg-fg" />
          <Trans>Critical path</Trans>
        </span>
      )}
      {layout.scale.gaps.length > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 border border-line-strong bg-sunken" />
          <Trans>Idle time, drawn shorter</Trans>
        </span>
      )}
    </div>
  )
}

export function useCategoryName(): (category: Category) => string {
  const { t } = useLingui()
  const names: Readonly<Record<Category, string>> = {
    page: t`Page`,
    request: t`Request`,
    server: t`Server`,
    data: t`Database and cache`,
    resource: t`Resource`,
    other: t`Other`,
  }
  return (category) => names[category]
}
