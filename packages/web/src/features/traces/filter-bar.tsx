import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'
import { Button } from '#ui/base/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { INPUT } from '#ui/forms/text-field.tsx'
import { isFiltering, NO_FILTER, type SpanFilter } from './model/filter.ts'
import type { View } from './view.ts'

export const FILTER_INPUT = 'span-filter'
const SHARES = [1, 2, 5, 10, 25, 50]

/** Hides what does not match; what is above a match stays, so that one sees where it is. */
export function FilterBar({ view }: { readonly view: View }) {
  const { t } = useLingui()
  const { facts, state, update } = view
  const { filter } = state
  // What was collapsed would hide matches without a word.
  const set = (change: Partial<SpanFilter>) =>
    update({ filter: { ...filter, ...change }, collapsed: new Set<number>() })
  return (
    <div className="flex shrink-0 items-center gap-2 overflow-x-auto border-b border-line bg-surface px-(--gutter) py-1">
      <div className="w-56 shrink-0 max-pane:w-40">
        <input
          id={FILTER_INPUT}
          type="search"
          className={INPUT}
          placeholder={t`Filter spans`}
          aria-label={t`Filter spans by name, op or id`}
          aria-keyshortcuts="/"
          value={filter.text}
          onChange={({ target }) => set({ text: target.value })}
        />
      </div>
      <Select
        label={t`Op`}
        className="max-w-40 shrink-0"
        value={filter.op ?? ''}
        onChange={({ target }) => set({ op: target.value === '' ? undefined : target.value })}
      >
        <option value="">{t`Every op`}</option>
        {facts.model.trace.ops.toSorted().map((op) => (
          <option key={op} value={op}>
            {op}
          </option>
        ))}
      </Select>
      <Select
        label={t`Duration`}
        className="shrink-0"
        value={String(filter.longerThan)}
        onChange={({ target }) => set({ longerThan: Number(target.value) })}
      >
        <option value="0">{t`Any duration`}</option>
        {shares(filter.longerThan).map((share) => (
          <option key={share} value={share}>
            {t`Longer than ${share}%`}
          </option>
        ))}
      </Select>
      <Toggle on={filter.errorsOnly} onToggle={() => set({ errorsOnly: !filter.errorsOnly })}>
        <Trans>Errors only</Trans>
      </Toggle>
      <Toggle keys="p" on={state.criticalPath} onToggle={() => update({ criticalPath: !state.criticalPath })}>
        <Trans>Critical path</Trans>
      </Toggle>
      <Idle view={view} />
      <Found view={view} />
    </div>
  )
}

/** An address may ask for a share that is not in the list. */
function shares(chosen: number): readonly number[] {
  return chosen === 0 || SHARES.includes(chosen) ? SHARES : [...SHARES, chosen].toSorted((a, b) => a - b)
}

function Idle({ view: { layout, state, update } }: { readonly view: View }) {
  if (layout.scale.gaps.length === 0 && state.foldIdle) return null
  return (
    <Toggle on={state.foldIdle} onToggle={() => update({ foldIdle: !state.foldIdle })}>
      <Trans>Fold idle time</Trans>
    </Toggle>
  )
}

function Found({ view: { facts, layout, state, update } }: { readonly view: View }) {
  const filtering = isFiltering(state.filter)
  const matching = layout.matches?.reduce((sum, one) => sum + one, 0) ?? 0
  const found = countOf(matching, locale)
  const all = countOf(facts.model.size, locale)
  return (
    <>
      <span role="status" className="text-meta whitespace-nowrap text-muted">
        {filtering && layout.matches !== undefined && (
          <Trans>
            {found} of {all} spans
          </Trans>
        )}
      </span>
      {filtering && (
        <Button kind="quiet" onClick={() => update({ filter: NO_FILTER })}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </>
  )
}

interface ToggleProps {
  readonly on: boolean
  readonly keys?: string
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Toggle({ on, keys, onToggle, children }: ToggleProps) {
  return (
    <Button
      className="shrink-0 aria-pressed:bg-selected"
      aria-pressed={on}
      aria-keyshortcuts={keys}
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}
