import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { exactTime } from '#lib/i18n/format.ts'
import { copyText } from '#lib/browser/clipboard.ts'
import { notify } from '#lib/state/notices.ts'
import { durationText } from '#product/traces/duration.ts'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { spanName, type TraceModel } from './model/trace-model.ts'
import type { View } from './view.ts'

/** One line, whatever the trace has to say. */
export function TraceBar({ view }: { readonly view: View }) {
  const { t } = useLingui()
  const { facts, state, update } = view
  const { trace } = facts.model
  const errors = trace.errors.length
  return (
    <header className="flex h-9 shrink-0 items-center gap-x-3 overflow-hidden border-b border-line bg-surface px-(--gutter) whitespace-nowrap">
      <h1 className="min-w-0 truncate text-form font-bold" title={nameOf(facts.model)}>
        {nameOf(facts.model)}
      </h1>
      <span className="shrink-0 tabular-nums">{durationText(trace.duration, locale)}</span>
      <Facts model={facts.model} />
      <span className="flex-1" />
      {errors > 0 && (
        <Button
          kind="quiet"
          className="aria-pressed:bg-selected"
          aria-pressed={state.dock === 'errors'}
          onClick={() => update({ dock: state.dock === 'errors' ? undefined : 'errors' })}
        >
          <LevelMark level="error" word={false} />
          <span className="max-phone:sr-only">
            <Plural value={errors} one="# error" other="# errors" />
          </span>
        </Button>
      )}
      <span className="shrink-0">
        <Segmented
          label={t`View`}
          choices={[
            { id: 'waterfall', name: t`Waterfall` },
            { id: 'table', name: t`Table` },
          ]}
          chosen={state.view}
          onChoose={(chosen) => update({ view: chosen })}
        />
      </span>
    </header>
  )
}

function Facts({ model: { trace, size } }: { readonly model: TraceModel }) {
  const { t } = useLingui()
  const copy = async () => {
    const copied = await copyText(trace.traceId)
    notify(
      copied
        ? { tone: 'done', text: t`Trace id copied` }
        : { tone: 'failed', text: t`Copying was blocked by the browser` },
    )
  }
  const projects = trace.projects.map(({ slug }) => slug).join(', ')
  return (
    <span className="flex min-w-0 items-center gap-x-3 text-meta text-muted max-pane:hidden">
      <span className="shrink-0">{t`${plural(size, { one: '# span', other: '# spans' })}`}</span>
      <span className="min-w-0 truncate">{projects}</span>
      <span className="shrink-0 max-desk:hidden">{exactTime(trace.startedAt, locale)}</span>
      <span className="code shrink-0">{trace.traceId.slice(0, 8)}</span>
      <IconButton icon="copy" label={t`Copy the trace id`} onClick={() => void copy()} />
    </span>
  )
}

/** What started it: the first span at the top. */
function nameOf(model: TraceModel): string {
  const first = model.roots.find((root) => model.isSegment[root] === 1) ?? model.roots[0] ?? 0
  return spanName(model, first)
}
